#!/bin/bash
# Independent of the skill: the rules stand here once more.
cat >/workspace/check.py <<'PYTHON'
import re
import sys


def check(serial):
    rest = sum(int(digit) * weight for digit, weight in zip(serial, (5, 9, 4, 8, 3, 7, 2, 6))) % 11
    return "K" if rest == 10 else str(rest)


for line in sys.stdin.read().splitlines():
    is_right = re.fullmatch(r"NP\d{8}[\dK]", line) is not None and check(line[2:10]) == line[10]
    print("ok" if is_right else "wrong")
PYTHON
