import csv
import json
from collections import Counter

sums = Counter()
with open("visits.csv", newline="") as table:
    for row in csv.DictReader(table):
        sums[row["status"]] += int(row["visits"])
with open("/workspace/status.json", "w") as result:
    json.dump(sums, result)
try:
    open("/var/reports/status.json", "w").close()
except OSError as refused:
    print(f"Only in the workspace: {refused}")
