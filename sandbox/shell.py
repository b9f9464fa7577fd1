# Starts processes for the harness inside a sandbox, as the user that it runs as itself: this is far cheaper
# than asking the engine for each of them. Frames come in and go out (type, id of the process, length of the
# payload, payload); src/sandbox/process/shell/ is the other end's. It ends with its input.
# As the init process of a sandbox it also writes the lists of users, with the ids of this sandbox, and where the
# lists of trusted certificates are.
# Every sandbox starts it two or three times. So it does without the modules json, selectors, signal and subprocess,
# which take longer to load than all else that it does until it is ready.
# Usage: python3 -IS shell.py [NUMBER_OF_AGENT NUMBER_OF_GRADER]
import _signal as signal
import errno
import os
import select
import struct
import sys
import time

READY, START, STDIN, STDOUT, STDERR, EXIT, REFUSED, LOOK, HOLDS = range(1, 10)
HEADER = struct.Struct(">BII")
LENGTH = struct.Struct(">I")
CHUNK = 1 << 16
# The output of a process that asks for a stream of its own goes here.
APART = 2
TERM_TO_KILL = 1.0
# For OpenSSL, GnuTLS and those who read such files, and for Java.
CERTIFICATES = ("ca-certificates.crt", "cacerts")
# More than a full pipe holds: a child that goes on writing must not delay the report of the end.
MOST_READS = 64

SOCK_DIAG_BY_FAMILY = 20
NETLINK_SOCK_DIAG = 4
NLM_F_REQUEST = 1
# TCP_SYN_SENT and TCP_SYN_RECV.
BEGINNING = (2, 3)
PROGRAM = [b"/usr/bin/perl", b"/usr/local/lib/assay/start-program.pl"]
FOREVER = float("inf")
# The longest pause between two looks at the time, within what poll(2) takes.
LONGEST_PAUSE_MS = 1_000_000
# These are ignored by Python, and by what it starts unless it is told otherwise.
IGNORED = (signal.SIGPIPE, signal.SIGXFSZ)

poller = select.poll()
# What is done about a descriptor that is ready.
watched = {}
nothing = os.open("/dev/null", os.O_RDWR)
running = {}
# Found out before anything of an agent runs.
can_tell = None


def send(kind, number, payload=b""):
    data = HEADER.pack(kind, number, len(payload)) + payload
    while data:
        data = data[os.write(1, data) :]


def texts_of(payload):
    """Splits what consists of texts, each after its length."""
    texts = []
    at = 0
    while at < len(payload):
        (length,) = LENGTH.unpack_from(payload, at)
        at += LENGTH.size + length
        texts.append(payload[at - length : at])
    return texts


def request_in(payload):
    seconds, limit, stdin, apart, program, cwd, count, *rest = texts_of(payload)
    argv, variables = rest[: int(count)], rest[int(count) :]
    return {
        **{"seconds": float(seconds), "limit": int(limit), "cwd": cwd, "argv": argv},
        **{"stdin": stdin == b"1", "apart": apart == b"1", "program": program == b"1"},
        "env": dict(zip(variables[::2], variables[1::2])),
    }


def watch(fd, event, do):
    watched[fd] = do
    poller.register(fd, event)


def unwatch(fd):
    del watched[fd]
    poller.unregister(fd)


class Output:
    """
    One of the two streams of a process. Beyond its limit, and once the process has ended, its data is read
    and dropped.
    """

    def __init__(self, fd, kind, number, limit):
        self.fd = fd
        self.kind = kind
        self.number = number
        self.room = limit
        self.truncated = False
        os.set_blocking(fd, False)
        watch(fd, select.POLLIN, self.take)

    def take(self):
        """Returns True if there may be more."""
        try:
            data = os.read(self.fd, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            unwatch(self.fd)
            os.close(self.fd)
            self.fd = None
            return False
        kept = data[: self.room]
        self.room -= len(kept)
        self.truncated = self.truncated or len(kept) < len(data)
        if kept:
            send(self.kind, self.number, kept)
        return True

    def end(self):
        """Takes what was written so far; children that live on can go on writing, to nobody."""
        for _ in range(MOST_READS):
            if self.fd is None or not self.take():
                break
        self.room = 0


def spawn(argv, cwd, env, streams):
    """Starts a program in a session of its own, with these as its first descriptors."""
    found = [argv[0]] if b"/" in argv[0] else [folder + b"/" + argv[0] for folder in folders_of(env)]
    actions = [(os.POSIX_SPAWN_DUP2, stream, number) for number, stream in enumerate(streams)]
    refusal = None
    os.chdir(cwd)
    try:
        for path in found:
            try:
                return os.posix_spawn(path, argv, env, file_actions=actions, setsid=True, setsigdef=IGNORED)
            except (FileNotFoundError, NotADirectoryError) as error:
                refusal = refusal or error
            except OSError as error:
                refusal = error
                break
    finally:
        os.chdir("/")
    refusal.filename = argv[0]
    raise refusal


def folders_of(env):
    return [folder or b"." for folder in env.get(b"PATH", os.defpath.encode()).split(b":")]


class Process:
    def __init__(self, number, asked):
        self.number = number
        self.waiting = bytearray()
        self.input_ended = not asked["stdin"]
        self.is_program = asked["program"]
        opened = []

        def pipe():
            opened.extend(os.pipe())
            return opened[-2:]

        try:
            given, self.stdin = pipe() if asked["stdin"] else (nothing, None)
            out, stdout = (None, APART) if asked["apart"] else pipe()
            err, stderr = pipe()
            argv = [*(PROGRAM if self.is_program else []), *asked["argv"]]
            self.pid = spawn(argv, asked["cwd"], {**os.environb, **asked["env"]}, (given, stdout, stderr))
        except BaseException:
            for fd in opened:
                os.close(fd)
            raise
        for fd in (given, stdout, stderr):
            if fd in opened:
                os.close(fd)
        self.signals = [signal.SIGTERM, signal.SIGKILL]
        self.deadline = time.monotonic() + (asked["seconds"] or FOREVER)
        self.outputs = [
            Output(fd, kind, number, asked["limit"]) for fd, kind in ((out, STDOUT), (err, STDERR)) if fd is not None
        ]
        if self.stdin is not None:
            os.set_blocking(self.stdin, False)

    def feed(self, data):
        self.waiting += data
        self.input_ended = self.input_ended or not data
        if self.stdin is not None and self.stdin not in watched:
            watch(self.stdin, select.POLLOUT, self.write)

    def write(self):
        try:
            if self.waiting:
                del self.waiting[: os.write(self.stdin, self.waiting)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.waiting.clear()
            self.input_ended = True
        if not self.waiting:
            unwatch(self.stdin)
            if self.input_ended:
                self.close_input()

    def close_input(self):
        if self.stdin is None:
            return
        if self.stdin in watched:
            unwatch(self.stdin)
        os.close(self.stdin)
        self.stdin = None

    def enforce(self, now):
        while self.signals and now >= self.deadline:
            self.deadline += TERM_TO_KILL
            try:
                os.killpg(self.pid, self.signals.pop(0))
            except ProcessLookupError:
                pass

    def conclude(self):
        """Returns True once the process has ended, and reports that."""
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        if not ended:
            return False
        self.close_input()
        for output in self.outputs:
            output.end()
        code = os.waitstatus_to_exitcode(status)
        is_truncated = any(output.truncated for output in self.outputs)
        answer_with(self.number, code if code >= 0 else 128 - code, len(self.signals) < 2, is_truncated)
        return True


def start(number, asked):
    global can_tell
    if asked["program"] and can_tell is None:
        can_tell = can_tell_sockets()
    try:
        running[number] = Process(number, asked)
    except OSError as error:
        where = os.fsdecode(error.filename) if error.filename is not None else None
        refuse(number, errno.errorcode.get(error.errno, "?"), os.strerror(error.errno), where)
    except ValueError as error:
        # The cause is a NUL byte.
        refuse(number, "EINVAL", str(error), None)


def refuse(number, code, message, path):
    import json

    send(REFUSED, number, json.dumps({"code": code, "message": message, "path": path}).encode())


def has_processes(user):
    """
    Goes by what the kernel says about each process. One that ends meanwhile may have a child that is younger
    than the list.
    """
    own = b"\nUid:\t%d\t" % user
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/status", "rb") as status:
                if own in status.read():
                    return True
        except (FileNotFoundError, ProcessLookupError):
            return True
    return False


def look(number, user):
    answer_with(number, int(has_processes(user)))


def answer_with(number, code, timed_out=False, truncated=False):
    """Reports the end of a program, or answers as one would, without the room that a process needs."""
    said = [f"{value}".lower() for value in (timed_out, truncated)]
    end = '{"exitCode": %d, "timedOut": %s, "truncated": %s}' % (code, *said)
    send(EXIT, number, end.encode())


def socket_between(own, other):
    """
    Returns the inode of one end of a connection within the loopback, None if there is none, as sock_diag(7) tells it. An end that
    has not heard of the other one yet is no connection. The list in /proc holds the same, and takes the kernel a thousand times as
    long.
    """
    import socket

    addresses = [socket.inet_aton(address).ljust(16, b"\0") for address, port in (own, other)]
    both = struct.pack(">HH", own[1], other[1]) + b"".join(addresses)
    asked = struct.pack("=BBxxI", socket.AF_INET, socket.IPPROTO_TCP, 0xFFFFFFFF) + both + struct.pack("=Iq", 0, -1)
    head = struct.pack("=IHHII", 16 + len(asked), SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, 0, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_CLOEXEC, NETLINK_SOCK_DIAG) as diag:
        diag.send(head + asked)
        told = diag.recv(CHUNK)
    kind = struct.unpack_from("=H", told, 4)[0]
    # A listener may be told of in the place of a connection that is not there.
    is_this = kind == SOCK_DIAG_BY_FAMILY and told[20 : 20 + len(both)] == both and told[17] not in BEGINNING
    return struct.unpack_from("=I", told, 84)[0] if is_this else None


def can_tell_sockets():
    """Whether the kernel tells of a connection that certainly exists."""
    import socket

    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
        try:
            return socket_between(client.getsockname(), server.getsockname()) == os.fstat(client.fileno()).st_ino
        except OSError:
            return False


def has_open(pid, inode):
    name = f"socket:[{inode}]"
    folder = f"/proc/{pid}/fd"
    for number in os.listdir(folder):
        try:
            if os.readlink(f"{folder}/{number}") == name:
                return True
        except FileNotFoundError:
            pass
    return False


def holds(number, connection):
    """
    Answers with 1 if the agent program holds a connection, with 0 if it does not, and with 2 if this kernel does not tell. Two
    sockets can have the same two ends, if one is bound to a device, and ends can be used again. So the socket that accepted the
    connection has to be there still, after the client's: what had the client's ends until then was not this connection.
    """
    client, server, accepted = connection
    programs = [process.pid for process in running.values() if process.is_program]
    try:
        inode = socket_between(client, server)
        is_held = inode is not None and any(has_open(pid, inode) for pid in programs)
        is_held = is_held and socket_between(server, client) == accepted
    except OSError:
        is_held = False
    answer_with(number, int(is_held) if can_tell else 2)


def receive(kind, number, payload):
    if kind == START:
        start(number, request_in(payload))
    elif kind == LOOK:
        look(number, int(payload))
    elif kind == HOLDS:
        client, client_port, server, server_port, accepted = payload.decode().split(" ")
        holds(number, ((client, int(client_port)), (server, int(server_port)), int(accepted)))
    elif kind == STDIN and number in running:
        running[number].feed(payload)


def read_input():
    data = os.read(0, CHUNK)
    if not data:
        os._exit(0)
    received.extend(data)
    while len(received) >= HEADER.size:
        kind, number, length = HEADER.unpack_from(received)
        end = HEADER.size + length
        if len(received) < end:
            return
        payload = bytes(received[HEADER.size : end])
        del received[:end]
        receive(kind, number, payload)


def pause():
    """Returns the milliseconds until the next time limit."""
    limits = [process.deadline for process in running.values() if process.signals]
    first = min(limits, default=FOREVER)
    left = first - time.monotonic()
    return None if first == FOREVER else max(0, min(LONGEST_PAUSE_MS, int(1000 * left) + 1))


def volunteer():
    """
    Puts what this starts last when time is short, and first when memory is: among thousands of processes, one
    that ends them would get no turn, and the kernel would kill a process of root's that happens to be larger.
    """
    os.nice(19)
    try:
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write("1000")
    except OSError:
        pass  # A kernel that has no such order ends what it will.


def write_users(agent, grader):
    """Writes what /etc/passwd and /etc/group link to, based on the lists of the image."""
    numbers = {"agent": agent, "grader": grader}
    for name, fields in (("passwd", (2, 3)), ("group", (2,))):
        with open(f"/etc/assay/{name}") as listed, open(f"/run/assay/{name}", "w") as written:
            for line in listed:
                entry = line.split(":")
                if entry[0] in numbers:
                    for field in fields:
                        entry[field] = numbers[entry[0]]
                written.write(":".join(entry))


def link_certificates():
    """Makes what programs trust lead to the lists of the image, until trust-authority.py writes others."""
    for name in CERTIFICATES:
        if os.path.exists(f"/etc/assay/{name}"):
            os.symlink(f"/etc/assay/{name}", f"/run/assay/{name}")


received = bytearray()
woken, waker = os.pipe()
for end in (woken, waker):
    os.set_blocking(end, False)
signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
signal.signal(signal.SIGCHLD, lambda *_: None)
watch(woken, select.POLLIN, lambda: os.read(woken, CHUNK))
watch(0, select.POLLIN, read_input)
if os.getuid() != 0:
    volunteer()
if len(sys.argv) > 1:
    write_users(*sys.argv[1:])
    link_certificates()
send(READY, 0)
while True:
    for fd, do in [(fd, watched[fd]) for fd, _ in poller.poll(pause())]:
        if watched.get(fd) is do:
            do()
    now = time.monotonic()
    for process in list(running.values()):
        process.enforce(now)
        if process.conclude():
            del running[process.number]
