#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: hostile.py INPUT OUT

For every string of INPUT, keys too, a copy OUT/N of it in which that one is hostile: markup that would
run in a page, a terminal's escapes, a path upwards. JSON by its tree; anything else (YAML, CSV, text) by its
words, and a journal's lines are sealed again. The number of copies is printed."""
import hashlib
import json
import os
import re
import sys

MARKUP = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'"
ESCAPES = "\x1b]0;owned\x07\x1b[31m\u009b2J"
PATH = "../../etc/x"
HOSTILE = MARKUP + ESCAPES + PATH


def trees(node, rebuild):
    """each copy of the whole with one string changed"""
    if isinstance(node, str):
        yield rebuild(HOSTILE)
    elif isinstance(node, list):
        for i, child in enumerate(node):
            yield from trees(child, lambda new, i=i: rebuild(node[:i] + [new] + node[i + 1:]))
    elif isinstance(node, dict):
        for key, child in node.items():
            yield rebuild({(HOSTILE if k == key else k): v for k, v in node.items()})
            yield from trees(child, lambda new, key=key: rebuild({**node, key: new}))


def words(text, hostile):
    for match in re.finditer(r"[^\s:,{}\[\]#][^:,{}\[\]#\n]*", text):
        yield text[:match.start()] + hostile + text[match.end():]


def sealed(text):
    """a journal's texts, each behind the start of its SHA-256"""
    lines = [line.split(" ", 1)[1] for line in text.splitlines() if " " in line]
    for copy in words("\n".join(lines), HOSTILE):
        yield "".join(f"{hashlib.sha256(line.encode()).hexdigest()[:16]} {line}\n" for line in copy.split("\n"))


def sealed_json(text):
    """a run's journal, whose texts are JSON"""
    trees_of = [json.loads(line.split(" ", 1)[1]) for line in text.splitlines()]
    for copy in trees(trees_of, lambda new: new):
        lines = [json.dumps(tree) for tree in copy]
        yield "".join(f"{hashlib.sha256(line.encode()).hexdigest()[:16]} {line}\n" for line in lines)


COPIES = {
    ".journal": sealed_json,
    ".json": lambda text: (json.dumps(tree) for tree in trees(json.loads(text), lambda new: new)),
    ".yaml": lambda text: words(text, json.dumps(HOSTILE)),  # its double quotes take JSON's escapes
    ".csv": lambda text: words(text, '"' + HOSTILE.replace('"', '""') + '"'),
    ".uff": lambda text: words(text, HOSTILE),
    "": sealed,
}


def main():
    path, out = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    number = 0
    for copy in COPIES[os.path.splitext(path)[1]](text):
        with open(f"{out}/{number}", "w", encoding="utf-8") as file:
            file.write(copy)
        number += 1
    print(number)


main()
