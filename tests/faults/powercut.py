#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: powercut.py LOG BEFORE ROOT OUT NUMBER SEED SEEN

What a disk may hold after a power cut. LOG is strace's (-f -xx -s 100000000) of a job that ran in
the directory ROOT, whose files were those of BEFORE. NUMBER states are made below OUT, or as many
as there are: no two of them have the same files and the same promises, nor one of those whose
hashes are in the file SEEN, which gets theirs. Each is in a directory of its own, with OUT/N.facts
beside it:

    after K of M            so many of the calls had returned
    ended                   all of them
    synced NAME BYTES       what fsync had promised of each file, by the name that it has then
    named NAME              names that the sync of their directory had promised

The model takes nothing for granted that POSIX does not: a write reaches the disk when its file is
synced, or before; of those that were not, any are lost, whole or by sectors of 512 bytes, in any
order. Names reach it when their directory is synced, or before, in their order. fsync of a file
says nothing of its name."""
import hashlib
import os
import random
import re
import sys

SECTOR = 512
LEAST, ENOUGH = 500, 10  # so many draws, or times those that were found, without a new one: no more


class File:
    def __init__(self, data=b""):
        self.base = bytearray(data)  # on disk for sure
        self.pending = []  # (offset, bytes), or (size, None) to cut it

    def apply(self, data, write):
        offset, piece = write
        if piece is None:
            del data[offset:]
            data.extend(bytes(offset - len(data)))
        else:
            data.extend(bytes(max(0, offset - len(data))))
            data[offset:offset + len(piece)] = piece

    def sync(self):
        for write in self.pending:
            self.apply(self.base, write)
        self.pending = []

    def size(self):
        data = bytearray(self.base)
        for write in self.pending:
            self.apply(data, write)
        return len(data)


class Dir:
    def __init__(self):
        self.now, self.disk = {}, {}  # name: node


class Handle:
    def __init__(self, node, append):
        self.node, self.append, self.at = node, append, 0


class Machine:
    def __init__(self, before, root):
        self.root = root
        self.top = Dir()
        self.handles = {}
        self.names = []  # pending: lists of (directory, name, node or None), each list at once
        self.load(before, self.top)

    def load(self, path, node):
        for entry in os.scandir(path):
            if entry.is_dir():
                child = Dir()
                self.load(entry.path, child)
            else:
                with open(entry.path, "rb") as file:
                    child = File(file.read())
            node.now[entry.name] = node.disk[entry.name] = child

    # ---- names

    def find(self, base, path):
        """directory and last name, or None when it is not below the root"""
        if path.startswith("/"):
            if path != self.root and not path.startswith(self.root + "/"):
                return None
            node, path = self.top, path[len(self.root):]
        elif base == "AT_FDCWD":
            node = self.top
        else:
            handle = self.handles.get(int(base))
            node = handle.node if handle else None
        parts = [p for p in path.split("/") if p not in ("", ".")]
        for part in parts[:-1]:
            node = node.now.get(part) if isinstance(node, Dir) else None
        return (node, parts[-1] if parts else "") if isinstance(node, Dir) else None

    def node(self, base, path):
        match = re.fullmatch(r"/proc/self/fd/(\d+)", path)
        if match:
            handle = self.handles.get(int(match.group(1)))
            return handle.node if handle else None
        place = self.find(base, path)
        return place and (place[0].now.get(place[1]) if place[1] else place[0])

    def change(self, *changes):
        for directory, name, node in changes:
            if node is None:
                directory.now.pop(name, None)
            else:
                directory.now[name] = node
        self.names.append(list(changes))

    def sync_names(self, directory):
        kept = []
        for changes in self.names:
            if any(change[0] is directory for change in changes):
                self.settle(changes)
            else:
                kept.append(changes)
        self.names = kept

    @staticmethod
    def settle(changes):
        for directory, name, node in changes:
            if node is None:
                directory.disk.pop(name, None)
            else:
                directory.disk[name] = node

    # ---- calls

    def call(self, name, args, result):
        act = getattr(self, "do_" + name, None)
        if act and result >= 0:
            act(args, result)

    def do_openat(self, args, fd):
        base, path, flags = args[0], text(args[1]), args[2]
        self.handles.pop(fd, None)
        node = self.node(base, path)
        if "O_TMPFILE" in flags:
            node = File() if isinstance(node, Dir) else None
        elif node is None and "O_CREAT" in flags and self.find(base, path):
            node = File()
            self.change((*self.find(base, path), node))
        if node is not None:
            self.handles[fd] = Handle(node, "O_APPEND" in flags)
            if "O_TRUNC" in flags and isinstance(node, File):
                node.pending.append((0, None))

    def do_close(self, args, _):
        self.handles.pop(int(args[0]), None)

    def do_fcntl(self, args, fd):
        if args[1].startswith("F_DUPFD") and int(args[0]) in self.handles:
            self.handles[fd] = self.handles[int(args[0])]

    def do_dup2(self, args, fd):
        self.handles.pop(fd, None)
        if int(args[0]) in self.handles:
            self.handles[fd] = self.handles[int(args[0])]

    def do_write(self, args, count):
        handle = self.handles.get(int(args[0]))
        if handle and isinstance(handle.node, File):
            at = handle.node.size() if handle.append else handle.at
            handle.node.pending.append((at, data(args[1])[:count]))
            handle.at = at + count

    def do_pwrite64(self, args, count):
        handle = self.handles.get(int(args[0]))
        if handle:
            handle.node.pending.append((int(args[3]), data(args[1])[:count]))

    def do_read(self, args, count):
        if int(args[0]) in self.handles:
            self.handles[int(args[0])].at += count

    def do_lseek(self, args, at):
        if int(args[0]) in self.handles:
            self.handles[int(args[0])].at = at

    def do_ftruncate(self, args, _):
        handle = self.handles.get(int(args[0]))
        if handle:
            handle.node.pending.append((int(args[1]), None))

    def do_fsync(self, args, _):
        handle = self.handles.get(int(args[0]))
        if handle and isinstance(handle.node, Dir):
            self.sync_names(handle.node)
        elif handle:
            handle.node.sync()

    do_fdatasync = do_fsync

    def move(self, base, path, to_base, to_path):
        source, target = self.find(base, path), self.find(to_base, to_path)
        if source and target:
            node = source[0].now.get(source[1])
            self.change((*source, None), (*target, node))

    def do_rename(self, args, _):
        self.move("AT_FDCWD", text(args[0]), "AT_FDCWD", text(args[1]))

    def do_renameat(self, args, _):
        self.move(args[0], text(args[1]), args[2], text(args[3]))

    do_renameat2 = do_renameat

    def do_link(self, args, _):
        self.do_linkat(["AT_FDCWD", args[0], "AT_FDCWD", args[1]], 0)

    def do_linkat(self, args, _):
        node, target = self.node(args[0], text(args[1])), self.find(args[2], text(args[3]))
        if node and target:
            self.change((*target, node))

    def do_unlink(self, args, _):
        self.do_unlinkat(["AT_FDCWD", args[0]], 0)

    def do_unlinkat(self, args, _):
        place = self.find(args[0], text(args[1]))
        if place:
            self.change((*place, None))

    do_rmdir = do_unlink

    def do_mkdir(self, args, _):
        self.do_mkdirat(["AT_FDCWD", args[0]], 0)

    def do_mkdirat(self, args, _):
        place = self.find(args[0], text(args[1]))
        if place:
            self.change((*place, Dir()))


def data(argument):
    return bytes.fromhex(argument[1:-1].replace("\\x", ""))


def text(argument):
    return data(argument).decode()


# ---- the log

CALL = re.compile(r"^(\d+) +([a-z0-9_]+)\((.*)\) += (-?\d+|\?).*$")
BEGUN = re.compile(r"^(\d+) +([a-z0-9_]+)\((.*?),? *<unfinished \.\.\.>$")
ENDED = re.compile(r"^(\d+) +<\.\.\. ([a-z0-9_]+) resumed>(.*)\) += (-?\d+|\?).*$")


def calls(path):
    begun = {}
    with open(path, encoding="ascii") as log:
        for line in log:
            line = line.rstrip("\n")
            match = BEGUN.match(line)
            if match:
                begun[match.group(1)] = match.group(3)
                continue
            match = ENDED.match(line)
            if match:
                arguments = begun.pop(match.group(1), "") + match.group(3)
            else:
                match = CALL.match(line)
                if not match:
                    continue
                arguments = match.group(3)
            result = -1 if match.group(4) == "?" else int(match.group(4))
            yield match.group(2), [a.strip() for a in arguments.split(", ")], result


# ---- what is left

def torn(rng, at, piece):
    """of a write, the sectors that came through"""
    first = at // SECTOR
    last = (at + len(piece) - 1) // SECTOR
    cut = rng.randint(first, last + 1) * SECTOR - at
    cut = min(max(cut, 0), len(piece))
    return (at, piece[:cut]) if rng.random() < 0.5 else (at + cut, piece[cut:])


def content(file, rng, chance):
    left = bytearray(file.base)
    for at, piece in file.pending:
        luck = rng.random()
        if luck < chance:
            file.apply(left, (at, piece))
        elif piece and chance > 0 and luck < chance + 0.2 * (1 - chance):
            at, piece = torn(rng, at, piece)
            if piece:
                file.apply(left, (at, piece))
    return left


def make_state(machine, rng, chance):
    """each directory as on disk, with the first so many of the names that wait: how to look into
    one, and {path: content, None for a directory}"""
    number = round(chance * len(machine.names)) if chance in (0, 1) else rng.randint(0, len(machine.names))
    views, files = {}, {}

    def view(directory):
        return views.setdefault(id(directory), dict(directory.disk))

    for changes in machine.names[:number]:
        for directory, name, node in changes:
            if node is None:
                view(directory).pop(name, None)
            else:
                view(directory)[name] = node

    def put(directory, where):
        for name, node in sorted(view(directory).items()):
            path = os.path.join(where, name)
            if isinstance(node, Dir):
                files[path] = None
                put(node, path)
            else:
                files[path] = bytes(content(node, rng, chance))

    put(machine.top, "")
    return view, files


def write_state(path, files, facts):
    os.mkdir(path)
    for name, data_of_it in files.items():
        where = os.path.join(path, name)
        if data_of_it is None:
            os.mkdir(where)
        else:
            with open(where, "wb") as file:
                file.write(data_of_it)
    with open(path + ".facts", "w", encoding="utf-8") as file:
        print(*facts, sep="\n", file=file)


def promised(machine, view):
    def walk(directory, prefix):
        for name, node in view(directory).items():
            if isinstance(node, Dir):
                yield from walk(node, prefix + name + "/")
            else:
                yield f"synced {prefix}{name} {len(node.base)}"

    def named(directory, prefix):
        for name, node in directory.disk.items():
            yield f"named {prefix}{name}"
            if isinstance(node, Dir):
                yield from named(node, prefix + name + "/")

    yield from walk(machine.top, "")
    yield from named(machine.top, "")


CHANGES = {"write", "pwrite64", "ftruncate", "fsync", "fdatasync", "rename", "renameat", "renameat2", "link",
           "linkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "openat"}


def changing(trace, machine):
    """the calls after which the disk may be another: of those that touch the directory"""
    moments, last = [0], None
    for k, (name, args, result) in enumerate(trace):
        machine.call(name, args, result)
        mark = (len(machine.names), sum(len(h.node.pending) for h in machine.handles.values()
                                        if isinstance(h.node, File)))
        if name in CHANGES and mark != last:
            moments.append(k + 1)
        last = mark
    return moments


def draws(moments, end, number, rng):
    """rounds of (call, chance of what waits) in the order of calls: what was promised and no more,
    all of it, then some of it; a quarter of NUMBER evenly in each round, and always the end"""
    step = max(1, len(moments) * 4 // number)
    kinds = [[0], [1]]
    while True:
        kind = kinds.pop(0) if kinds else [0, 0.5, 0.5, 0.8, 1]
        yield [(k, rng.choice(kind)) for k in [*moments[rng.randrange(step)::step], end]]


def states(trace, start, number, rng):
    """(files, facts) of disks in rounds, the same ones again and again"""
    for chosen in draws(changing(trace, start()), len(trace), number, rng):
        machine, done = start(), 0
        for k, chance in chosen:
            while done < k:
                machine.call(*trace[done])
                done += 1
            view, files = make_state(machine, rng, chance)
            ended = ["ended"] if k == len(trace) else []
            yield files, [f"after {k} of {len(trace)}", *ended, *promised(machine, view)]


def main():
    log, before, root, out, number, seed, seen_path = sys.argv[1:]
    trace, number = list(calls(log)), int(number)
    with open(seen_path, encoding="ascii") as file:
        seen = set(file.read().split())
    made, disks, without_new = 0, set(), 0
    for files, facts in states(trace, lambda: Machine(before, root), number, random.Random(int(seed))):
        disk = hashlib.sha256(repr(files).encode()).hexdigest()
        state = hashlib.sha256(repr((disk, facts[1:])).encode()).hexdigest()
        without_new += 1
        if state not in seen:
            write_state(os.path.join(out, str(made)), files, facts)
            made, without_new = made + 1, 0
            seen.add(state)
            disks.add(disk)
        if made == number or without_new >= max(LEAST, ENOUGH * made):
            break
    with open(seen_path, "w", encoding="ascii") as file:
        print(*seen, sep="\n", file=file)
    print(f"# {made} states, {len(disks)} different disks")


main()
