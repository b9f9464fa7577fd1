#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv
import json

SERVED = "NO DK FI SE BE DE EE LT LV NL PL".split()


def code(country, kg, *sides):
    small, middle, longest = sorted(map(float, sides))
    if country not in SERVED:
        return "ZONE"
    if float(kg) > 30:
        return "WEIGHT"
    return "SIZE" if longest > 120 or longest + 2 * (small + middle) > 300 else None


with open("parcels.csv", newline="") as file:
    rows = list(csv.reader(file))[1:]
refused = [{"ref": ref, "code": code(*parcel)} for ref, *parcel in rows if code(*parcel)]
with open("refused.json", "w") as file:
    json.dump(refused, file)
PYTHON
