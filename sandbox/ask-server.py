# Starts a server that an agent left, as the agent's user, and asks it, for a grader. What the server answers is the work of
# a stranger: every answer has a limit for its time and its size, and nothing of it but cookies is interpreted here.
# Usage: ask-server.py, with {"start", "port", "startSeconds", "answerSeconds", "requests"} as JSON on the input. Prints one
# {"status", "headers", "body"} for each request, or {"problem"} for the first one that has no answer.
import base64
import contextlib
import http.client
import http.cookiejar
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

AS_AGENT = "/usr/local/lib/assay/bin/as-agent"
# A server that listens on "localhost" may have taken either.
ADDRESSES = ("127.0.0.1", "::1")
MOST_BYTES = 1 << 20
MOST_BYTES_OF_ALL = 4 << 20
MOST_LETTERS = 4096
MOST_SAID = 1000
PAUSE = 0.05
# The kernel waits for minutes while a server has more connections than it takes.
CONNECT_SECONDS = 1


class NoAnswer(Exception):
    pass


class Server:
    """Its output is read all the time, because it would wait for room otherwise. The last of it may say what went wrong."""

    def __init__(self, command):
        # Some servers end with their input.
        pipe = subprocess.PIPE
        argv = [AS_AGENT, "/bin/bash", "-c", command]
        self.process = subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, cwd="/workspace")
        self.said = b""
        self.reader = threading.Thread(target=self.listen, daemon=True)
        self.reader.start()

    def listen(self):
        while chunk := self.process.stdout.read1(1 << 16):
            self.said = (self.said + chunk)[-MOST_SAID:]

    def ending(self):
        """None while it runs."""
        code = self.process.poll()
        if code is None:
            return None
        self.reader.join(1)
        said = self.said.decode(errors="replace").strip()
        return f"the server ended with exit code {code}" + (f": {said}" if said else "")


@contextlib.contextmanager
def limit(seconds):
    """The limit of a socket starts again with each byte, so that a server could send one now and then."""

    def stop(*_):
        raise NoAnswer(f"no answer within {seconds:g} s")

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def connect(port):
    """None if nobody listens."""
    for address in ADDRESSES:
        with contextlib.suppress(OSError):
            connection = socket.create_connection((address, port), CONNECT_SECONDS)
            connection.settimeout(None)
            return connection
    return None


def wait_for(server, port, seconds):
    """Returns the connection for the first request. One that asks nothing could end a simple server."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        connection = connect(port)
        if connection is not None:
            return connection
        ending = server.ending()
        if ending is not None:
            raise NoAnswer(ending)
        time.sleep(PAUSE)
    raise NoAnswer(f"nobody listens on port {port} within {seconds:g} s")


def jar_of_browser():
    """Browsers trust this machine as they trust HTTPS, so that they send it secure cookies too."""
    return http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(secure_protocols=("http", "https")))


def ask(connection, port, request, room, jar):
    client = http.client.HTTPConnection("localhost", port)
    client.sock = connection
    body = request["body"]
    headers = {"Connection": "close", **request["headers"]}
    # Where a request has a Cookie header of its own, the jar adds none.
    page = urllib.request.Request(f"http://localhost:{port}{request['path']}", headers=headers)
    jar.add_cookie_header(page)
    cookie = page.get_header("Cookie")
    if cookie is not None and not any(name.lower() == "cookie" for name in headers):
        headers["Cookie"] = cookie
    client.request(request["method"], request["path"], None if body is None else body.encode(), headers)
    answer = client.getresponse()
    jar.extract_cookies(answer, page)
    content = answer.read(min(room, MOST_BYTES) + 1)
    if len(content) > min(room, MOST_BYTES):
        raise NoAnswer(f"more than {MOST_BYTES >> 20} MiB, or {MOST_BYTES_OF_ALL >> 20} MiB in all")
    if answer.length:
        raise NoAnswer("the answer breaks off")
    wanted = {name: answer.headers.get_all(name) for name in request["wanted"]}
    found = {name: ", ".join(values)[:MOST_LETTERS] for name, values in wanted.items() if values}
    return {"status": answer.status, "headers": found, "body": base64.b64encode(content).decode()}, len(content)


def answers(server, asked):
    port, room, jar = asked["port"], MOST_BYTES_OF_ALL, jar_of_browser()
    connection = wait_for(server, port, asked["startSeconds"])
    for request in asked["requests"]:
        with limit(asked["answerSeconds"]):
            connection = connection or connect(port)
            if connection is None:
                raise NoAnswer(server.ending() or "nobody listens any more")
            with connection:
                answer, size = ask(connection, port, request, room, jar)
        connection = None
        room -= size
        yield answer


def main():
    asked = json.load(sys.stdin)
    server = Server(asked["start"])
    found = []
    try:
        for answer in answers(server, asked):
            found.append(answer)
    except NoAnswer as problem:
        found.append({"problem": f"{problem}"})
    except (http.client.HTTPException, OSError, ValueError, LookupError, MemoryError) as error:
        found.append({"problem": f"no answer in HTTP: {type(error).__name__}: {error}"[:MOST_SAID]})
    print(json.dumps(found), flush=True)
    # What the server started ends with this call of as-agent; see grade.py.
    server.process.kill()
    # Nobody waits for the thread, which may still hold the pipe.
    os._exit(0)


main()
