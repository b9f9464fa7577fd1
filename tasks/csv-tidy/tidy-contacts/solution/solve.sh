#!/bin/bash
# Independent of the skill: the standard library alone passes the task.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv
import json
from datetime import datetime

FORMATS = ["%d.%m.%Y", "%Y/%m/%d", "%B %d, %Y", "%d %b %Y", "%d/%m/%Y", "%Y-%m-%d"]


def iso(text):
    for pattern in FORMATS:
        try:
            return datetime.strptime(text, pattern).date().isoformat()
        except ValueError:
            continue
    raise ValueError(text)


with open("contacts_raw.csv", encoding="utf-8-sig", newline="") as file:
    records = [[cell.strip() for cell in row] for row in csv.reader(file)]
header = ["customer_id", "full_name", "email_address", "post_code", "signup_date", "notes"]
rows = [[*row[:4], iso(row[4]), row[5]] for row in records[1:]]
kept = list(dict.fromkeys(map(tuple, rows)))
with open("contacts.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file, lineterminator="\n").writerows([header, *kept])
with open("summary.json", "w") as file:
    json.dump({"rows_in": len(rows), "rows_out": len(kept), "duplicates_dropped": len(rows) - len(kept)}, file)
PYTHON
