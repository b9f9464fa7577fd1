"""Exits 0 if the file named on the command line holds the totals, whatever the order of its keys."""

import json
import sys

EXPECTED = {"East": "300.00", "North": "1260.49", "South": "700.35", "West": "0.90"}

with open(sys.argv[1], encoding="utf-8") as file:
    found = json.load(file)
if found != EXPECTED:
    sys.exit(f"expected {EXPECTED}, found {found}")
