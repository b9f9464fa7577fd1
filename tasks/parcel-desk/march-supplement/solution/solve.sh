#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv
import json
import urllib.request
from decimal import ROUND_CEILING, Decimal

URL = "https://rates.nordpost.example/v2/supplement?month=2026-03"

with urllib.request.urlopen(URL) as answer:
    percent = json.load(answer, parse_float=Decimal)["percent"]
with open("priced.csv", newline="") as file:
    prices = [Decimal(row["price"]) for row in csv.DictReader(file)]
halves = [(price * (100 + percent) / 50).to_integral_value(ROUND_CEILING) for price in prices]
with open("total.json", "w") as file:
    json.dump({"month": "2026-03", "percent": float(percent), "total": float(sum(halves) / 2)}, file)
PYTHON
