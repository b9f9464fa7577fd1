#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
def check(serial):
    rest = sum(int(digit) * weight for digit, weight in zip(serial, (5, 9, 4, 8, 3, 7, 2, 6))) % 11
    return "K" if rest == 10 else str(rest)

with open("serials.txt") as serials, open("numbers.txt", "w") as numbers:
    for serial in serials.read().split():
        numbers.write(f"NP{serial}{check(serial)}\n")
PYTHON
