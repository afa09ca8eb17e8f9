#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: hostile.py INPUT OUT

For every string of INPUT, keys too, a copy OUT/N of it in which that one is hostile: markup that would
run in a page, a terminal's escapes, a path upwards. JSON by its tree; anything else (YAML, CSV) by its
words. The number of copies is printed."""
import json
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


def words(text):
    quoted = json.dumps(HOSTILE)  # YAML's double quotes take JSON's escapes
    for match in re.finditer(r"[^\s:,{}\[\]#][^:,{}\[\]#\n]*", text):
        yield text[:match.start()] + quoted + text[match.end():]


def main():
    path, out = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    copies = (json.dumps(tree) for tree in trees(json.loads(text), lambda new: new)) \
        if path.endswith(".json") else words(text)
    number = 0
    for copy in copies:
        with open(f"{out}/{number}", "w", encoding="utf-8") as file:
            file.write(copy)
        number += 1
    print(number)


main()
