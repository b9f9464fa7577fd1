#!/bin/bash
# Independent of the skill: the standard library alone passes the task.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import csv
from datetime import datetime

EXPORTS = [("sales_jan.csv", ",", "%Y-%m-%d"), ("sales_feb.csv", ";", "%d.%m.%Y"), ("sales_mar.csv", ",", "%d %b %Y")]

merged = {}
for name, delimiter, date_format in EXPORTS:
    with open(name, encoding="utf-8-sig", newline="") as file:
        for row in list(csv.reader(file, delimiter=delimiter, skipinitialspace=True))[1:]:
            order, date, product, amount = (cell.strip() for cell in row)
            merged[order, datetime.strptime(date, date_format).date().isoformat(), product, amount] = None
with open("sales.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["order_id", "order_date", "product", "net_amount"])
    writer.writerows(merged)
PYTHON
