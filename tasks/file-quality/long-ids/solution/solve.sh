#!/bin/bash
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import json

with open("customers.json") as file:
    customers = json.load(file)
with open("active.json", "w") as file:
    json.dump([customer for customer in customers if customer["active"]], file)
PYTHON
