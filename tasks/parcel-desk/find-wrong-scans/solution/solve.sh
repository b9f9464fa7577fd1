#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import json
import re
def check(serial):
    rest = sum(int(digit) * weight for digit, weight in zip(serial, (5, 9, 4, 8, 3, 7, 2, 6))) % 11
    return "K" if rest == 10 else str(rest)

with open("scans.txt") as file:
    scans = file.read().split()
wrong = [scan for scan in scans if not re.fullmatch(r"NP\d{8}[\dK]", scan) or check(scan[2:10]) != scan[10]]
with open("wrong.json", "w") as file:
    json.dump(wrong, file)
PYTHON
