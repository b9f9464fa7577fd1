#!/bin/bash
# Independent of the skill: the standard library alone passes the task.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv

with open("members.csv", encoding="utf-8", newline="") as file:
    reader = csv.reader(file, strict=True)
    width = len(next(reader))
    line = reader.line_num + 1
    for row in reader:
        if len(row) != width:
            break
        line = reader.line_num + 1
    else:
        raise SystemExit("every row has as many values as the header")
with open("error.txt", "w") as file:
    file.write(f"line {line}\n")
PYTHON
