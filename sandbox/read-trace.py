# Passes on to the harness, line by line, what tracers write, and says which of some files were opened. The kernel
# tells that of the file itself, by whatever name, link or descriptor it was reached, so that no program can hide it. Each
# file is told once: no number of openings fills the kernel's queue.
# Usage: python3 -IS read-trace.py FOLDER READY WORD [FILE]...
# Makes the folder, and in it a pipe `marks` for lines of the harness and the pipes 1, 2, 3 … for one tracer each: a tracer
# writes parts of lines, so that no two of them may write into one pipe. Prints READY once they are there. From the mark
# WORD on the files are watched: what was done before is the harness's. A file that the kernel does not watch is told, because
# nobody would know that it was opened.
import ctypes
import os
import select
import struct
import sys
import time

OPENED, ONCE = 0x20, 0x80000000
NONBLOCKING = 0o4000
EVENT = struct.Struct("iIII")
# A line that does not end within this is passed on as it is, and so is one that has no room beside others.
LONGEST_LINE = 16 << 20
LONGEST_LINES = 64 << 20
# Pipes that are open before a tracer asks for them. An open one takes memory of which the kernel gives a user so much.
AHEAD = 4
# A tracer that opens one of these before its turn waits until it is read.
MADE_AHEAD = 64
# More than there can be tracers beside what they trace, and together with those made ahead less than the folder has room for.
MOST_OPEN = 160

folder, ready, word, *files = sys.argv[1:]
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
    """Lines for the files that were opened since it was last asked."""
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


class Pipe:
    """What one tracer writes, as pairs of a time and a line without it."""

    def __init__(self, path):
        self.path = path
        self.source = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.rest = bytearray()
        self.time = b""

    def read(self):
        # All that is there: no pipe of a program without privileges holds more.
        data = os.read(self.source, 1 << 20)
        end = data.rfind(b"\n") + 1
        if end == 0:
            self.rest += data
            return []
        lines = bytes(self.rest + data[: end - 1]).split(b"\n")
        self.rest = bytearray(data[end:])
        return [self.timed(line) for line in lines]

    def timed(self, line):
        """The times of one pipe never go back, whatever the clock does, so that its lines stay in their order."""
        process, _, more = line.partition(b" ")
        told, _, call = more.lstrip().partition(b" ")
        if not is_time(told):
            return self.time, line
        self.time = max(self.time, told)
        return self.time, process + b" " + call

    def cut(self):
        """A line without its end, which is told to be none."""
        line = bytes(self.rest)
        self.rest = bytearray()
        return [self.timed(line), (self.time, b"cut")] if line else []

    def close(self):
        os.close(self.source)
        os.unlink(self.path)


def is_time(text):
    return len(text) == 20 and text[10:11] == b"." and (text[:10] + text[11:]).isdigit()


class Pipes:
    def __init__(self, poll):
        self.poll = poll
        self.open = {}
        self.made = self.opened = self.used = 0
        self.go_ahead()

    def go_ahead(self):
        while self.made < self.opened + MADE_AHEAD:
            self.made += 1
            os.mkfifo(self.path_of(self.made), 0o622)
        while self.opened < self.used + AHEAD and len(self.open) < MOST_OPEN:
            self.opened += 1
            pipe = Pipe(self.path_of(self.opened))
            self.open[pipe.source] = (self.opened, pipe)
            self.poll.register(pipe.source, select.POLLIN)

    def path_of(self, number):
        return os.path.join(folder, str(number))

    def read(self, source, event):
        """One read each: no flood of one pipe keeps the others waiting."""
        number, pipe = self.open[source]
        self.used = max(self.used, number)
        if event & select.POLLIN:
            return pipe.read()
        self.poll.unregister(source)
        del self.open[source]
        pipe.close()
        return pipe.cut()

    def cut_longest(self):
        pipes = [pipe for _, pipe in self.open.values()]
        longest = max(pipes, key=lambda pipe: len(pipe.rest))
        length = sum(len(pipe.rest) for pipe in pipes)
        return longest.cut() if len(longest.rest) > LONGEST_LINE or length > LONGEST_LINES else []


class Marks:
    """Lines of the harness, which alone can write here."""

    def __init__(self):
        path = os.path.join(folder, "marks")
        os.mkfifo(path, 0o600)
        # Opened for writing too, or it would end whenever the harness has written.
        self.source = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.rest = b""

    def read(self):
        try:
            self.rest += os.read(self.source, 1 << 16)
        except BlockingIOError:
            return []
        *lines, self.rest = self.rest.split(b"\n")
        return lines


def now():
    return b"%010d.%09d" % divmod(time.time_ns(), 10**9)


def pass_on(lines):
    send(b"".join(line + b"\n" for line in lines))


os.umask(0)
os.mkdir(folder, 0o711)
poll = select.poll()
marks = Marks()
poll.register(marks.source, select.POLLIN)
pipes = Pipes(poll)
send(ready.encode() + b"\n")
held = []
while True:
    poll.poll(0 if held else None)
    # The marks first, then the time, then all pipes: what was written before a mark is passed on before it, and what
    # came of something else after that, though another tracer wrote it. What is later waits until all were read again.
    found = marks.read()
    until = now()
    timed = []
    for source, event in poll.poll(0):
        if source != marks.source:
            timed += pipes.read(source, event)
    timed += pipes.cut_longest()
    pipes.go_ahead()
    lines = sorted(held + [entry for entry in timed if entry[0] <= until], key=lambda entry: entry[0])
    held = [entry for entry in timed if entry[0] > until]
    # Before the lines are passed on: what was opened before one of them was written is told before it.
    send(opened())
    pass_on(line for _, line in lines)
    if word.encode() in found:
        watch()
    pass_on(found)
    # Gathers lines: passed on one by one through the engine, they would hold up the tracers, and with them the agent.
    time.sleep(0.01)
