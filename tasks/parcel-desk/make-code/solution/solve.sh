#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import json
import subprocess
from decimal import ROUND_CEILING, Decimal

ZONES = {"NO": 1, "DK": 2, "FI": 2, "SE": 2, "BE": 3, "DE": 3, "EE": 3, "LT": 3, "LV": 3, "NL": 3, "PL": 3}
PRICES = {1: ("89", "6.50"), 2: ("139", "9.50"), 3: ("179", "14")}


def halves(kg, length, width, height):
    volume = Decimal(length) * Decimal(width) * Decimal(height)
    return int((max(Decimal(kg), volume / 4500, Decimal(1)) * 2).to_integral_value(ROUND_CEILING))


def price(country, *parcel):
    first, further = map(Decimal, PRICES[ZONES[country]])
    return first + further * (halves(*parcel) - 2)


def check(serial):
    rest = sum(int(digit) * weight for digit, weight in zip(serial, (5, 9, 4, 8, 3, 7, 2, 6))) % 11
    return "K" if rest == 10 else str(rest)

with open("parcel.json") as file:
    parcel = json.load(file)
sides = [str(parcel[key]) for key in ("kg", "length", "width", "height")]
serial, country = parcel["serial"], parcel["country"]
text = f"NP{serial}{check(serial)}/{ZONES[country]}-{country}-{halves(*sides):03d}"
subprocess.run(["qrencode", "-l", "M", "-s", "6", "-m", "2", "-o", "code.png", text], check=True)
PYTHON
