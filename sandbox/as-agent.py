# Runs a program as the agent's user, for a grader: without the grading files, and without any hold
# on the grader. Only bytes pass, in both directions. When it ends, nothing of that user is left,
# unless another call is still under way.
# Usage: as-agent PROGRAM [ARGUMENT...]
import json
import os
import selectors
import socket
import sys

SOCKET = "/run/assay/as-agent"
NOT_RUN = 125
CHUNK = 1 << 16


def main(argv):
    if not argv:
        stop("which program? Usage: as-agent PROGRAM [ARGUMENT...]")
    ours, theirs = open_pipes()
    broker = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        broker.connect(SOCKET)
        socket.send_fds(broker, [json.dumps({"argv": argv, "cwd": os.getcwd()}).encode()], theirs)
    except OSError as error:
        stop(f"this works for graders only, in their sandbox: {error.strerror}")
    for end in theirs:
        os.close(end)
    sys.exit(Exchange(broker, *ours).run())


def stop(problem):
    print(f"as-agent: {problem}", file=sys.stderr)
    sys.exit(NOT_RUN)


def open_pipes():
    theirs_in, ours_in = os.pipe()
    ours_out, theirs_out = os.pipe()
    ours_err, theirs_err = os.pipe()
    return (ours_in, ours_out, ours_err), (theirs_in, theirs_out, theirs_err)


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


class Exchange:
    def __init__(self, broker, given, out, err):
        self.broker = broker
        self.given = given
        self.outputs = {out: 1, err: 2}
        self.waiting = b""
        self.exit_code = None
        for end in (given, out, err):
            os.set_blocking(end, False)
        # Unlike other selectors, this one accepts regular files, which the input often is.
        self.selector = selectors.PollSelector()
        self.selector.register(broker, selectors.EVENT_READ, self.take_end)
        for output in self.outputs:
            self.selector.register(output, selectors.EVENT_READ, lambda output=output: self.pass_on(output))
        self.selector.register(0, selectors.EVENT_READ, self.take_input)

    def run(self):
        while self.exit_code is None:
            for key, _ in self.selector.select():
                key.data()
        # Passes on the remaining output, not until its end: a process of another
        # call can hold the pipes open.
        for output in self.outputs:
            while self.pass_on(output):
                pass
        return self.exit_code

    def take_end(self):
        end = json.loads(self.broker.recv(CHUNK) or b'{"problem": "the grader has been ended"}')
        if "problem" in end:
            stop(end["problem"])
        self.exit_code = end["exitCode"]

    def pass_on(self, output):
        """Returns True if there may be more."""
        try:
            data = os.read(output, CHUNK)
        except BlockingIOError:
            return False
        if not data and output in self.selector.get_map():
            self.selector.unregister(output)
        write_all(self.outputs[output], data)
        return bool(data)

    def take_input(self):
        self.waiting = os.read(0, CHUNK)
        self.selector.unregister(0)
        if self.waiting:
            self.selector.register(self.given, selectors.EVENT_WRITE, self.give)
        else:
            os.close(self.given)

    def give(self):
        try:
            self.waiting = self.waiting[os.write(self.given, self.waiting) :]
        except BrokenPipeError:
            self.selector.unregister(self.given)
            os.close(self.given)
            return
        if not self.waiting:
            self.selector.unregister(self.given)
            self.selector.register(0, selectors.EVENT_READ, self.take_input)


main(sys.argv[1:])
