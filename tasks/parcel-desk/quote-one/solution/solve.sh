#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
from decimal import ROUND_CEILING, Decimal

ZONES = {"NO": 1, "DK": 2, "FI": 2, "SE": 2, "BE": 3, "DE": 3, "EE": 3, "LT": 3, "LV": 3, "NL": 3, "PL": 3}
PRICES = {1: ("89", "6.50"), 2: ("139", "9.50"), 3: ("179", "14")}


def halves(kg, length, width, height):
    volume = Decimal(length) * Decimal(width) * Decimal(height)
    return int((max(Decimal(kg), volume / 4500, Decimal(1)) * 2).to_integral_value(ROUND_CEILING))


def price(country, *parcel):
    first, further = map(Decimal, PRICES[ZONES[country]])
    return first + further * (halves(*parcel) - 2)

print(price("EE", "3.2", "45", "35", "25"))
PYTHON
