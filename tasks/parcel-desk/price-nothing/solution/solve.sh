#!/bin/bash
set -euo pipefail
cd /workspace
served=" $(tail -n +2 tariff.csv | cut -d, -f2 | tr '\n' ' ')"
tail -n +2 parcels.csv | while IFS=, read -r ref country _; do
  [[ "$served" == *" $country "* ]] || echo "$ref $country"
done >error.txt
