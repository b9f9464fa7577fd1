#!/bin/bash
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv
import os

with open("sizes.csv", "w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["name", "bytes"])
    rows.writerows((entry.name, entry.stat().st_size) for entry in os.scandir("uploads"))
PYTHON
