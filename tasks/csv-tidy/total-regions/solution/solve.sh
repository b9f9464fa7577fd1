#!/bin/bash
# Independent of the skill: the standard library alone passes the task.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv
import json
from decimal import Decimal

totals = {}
with open("orders.csv", newline="") as file:
    for row in csv.DictReader(file):
        region = row["region"].strip()
        totals[region] = totals.get(region, Decimal(0)) + Decimal(row["amount"].replace(",", ""))
with open("totals.json", "w") as file:
    json.dump({region: f"{total:.2f}" for region, total in totals.items()}, file)
PYTHON
