#!/bin/bash
set -euo pipefail
cd /workspace
test -z "$(find incoming -name 'order-*.txt')"
tail -n 1 orders.csv
