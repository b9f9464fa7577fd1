# Passes on to the harness, line by line, what tracers write into a pipe, and reports which of the
# given files were opened. The kernel reports that for the file itself, whatever name, link or
# descriptor it was reached by, so that no program can hide it. Each file is reported once: no number
# of openings fills the kernel's queue.
# Usage: python3 -IS read-trace.py PIPE READY WORD [FILE]...
# Prints READY once the pipe exists. The files are watched from the line WORD on: everything before is the
# harness's. A file that the kernel cannot watch is reported, because nobody would know that it was opened.
import ctypes
import os
import struct
import sys
import time

OPENED, ONCE = 0x20, 0x80000000
NONBLOCKING = 0o4000
EVENT = struct.Struct("iIII")
# A record that never ends its line is passed on unchanged.
LONGEST_LINE = 16 << 20

pipe, ready, word, *files = sys.argv[1:]
libc = ctypes.CDLL(None, use_errno=True)
watcher = libc.inotify_init1(NONBLOCKING)
numbers = {}


def send(data):
    while data:
        data = data[os.write(1, data) :]


def watch():
    for number, file in enumerate(files):
        found = libc.inotify_add_watch(watcher, os.fsencode(file), OPENED | ONCE)
        if found >= 0:
            numbers[found] = number
        else:
            send(b"unwatched %d\n" % number)


def opened():
    """Returns lines for the files that were opened since the last call."""
    try:
        data = os.read(watcher, 1 << 16)
    except BlockingIOError:
        return b""
    told = b""
    at = 0
    while at < len(data):
        which, mask, _, length = EVENT.unpack_from(data, at)
        at += EVENT.size + length
        if mask & OPENED and which in numbers:
            told += b"opened %d\n" % numbers[which]
    return told


os.mkfifo(pipe)
os.chmod(pipe, 0o622)
# Opened for writing too, or the reader would see an end whenever the last tracer leaves.
source = os.open(pipe, os.O_RDWR)
send(ready.encode() + b"\n")
rest = b""
while True:
    rest += os.read(source, 1 << 20)
    end = rest.rfind(b"\n") + 1 or (len(rest) if len(rest) > LONGEST_LINE else 0)
    lines, rest = rest[:end], rest[end:]
    # Comes before the lines: what was opened before one of them was written is reported before it.
    send(opened())
    if word.encode() in lines.split(b"\n"):
        watch()
    send(lines)
    # Collects lines: passed on one by one through the engine, they would hold up the
    # tracers, and with them the agent.
    time.sleep(0.01)
