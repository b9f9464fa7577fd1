#!/bin/bash
# Independent of the skill: the rules stand here once more.
cat >/workspace/server.py <<'PYTHON'
import json
import re
from http.server import BaseHTTPRequestHandler, HTTPServer


def check(serial):
    rest = sum(int(digit) * weight for digit, weight in zip(serial, (5, 9, 4, 8, 3, 7, 2, 6))) % 11
    return "K" if rest == 10 else str(rest)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        match = re.fullmatch(r"/numbers/(\w+)", self.path)
        self.send_response(200 if match else 404)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        if match:
            number = match.group(1)
            valid = bool(re.fullmatch(r"NP\d{8}[\dK]", number)) and check(number[2:10]) == number[10]
            self.wfile.write(json.dumps({"number": number, "valid": valid}).encode())


HTTPServer(("127.0.0.1", 8080), Handler).serve_forever()
PYTHON
