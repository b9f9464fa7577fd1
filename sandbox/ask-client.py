# Puts one question, the JSON on its input, to the program that keeps an agent's connections to MCP servers, and prints its
# answer. That program may have been started a moment ago.
# Usage: ask-client.py SOCKET
import shutil
import socket
import sys
import time

PATIENCE_SECONDS = 30
PAUSE_SECONDS = 0.02


def connected(address):
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(address)
            return client
        except OSError:
            client.close()
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE_SECONDS)


with connected("\0" + sys.argv[1]) as client:
    client.sendall(sys.stdin.buffer.read())
    client.shutdown(socket.SHUT_WR)
    shutil.copyfileobj(client.makefile("rb"), sys.stdout.buffer)
