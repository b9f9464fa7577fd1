"""Exits 0 if the summary named on the command line says what happened to the nine rows."""

import json
import sys

EXPECTED = {"rows_in": 9, "rows_out": 8, "duplicates_dropped": 1}

with open(sys.argv[1], encoding="utf-8") as file:
    summary = json.load(file)
found = {key: summary.get(key) for key in EXPECTED}
if found != EXPECTED:
    sys.exit(f"expected {EXPECTED}, found {found}")
