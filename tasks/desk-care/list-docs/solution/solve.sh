#!/bin/bash
set -euo pipefail
cd /workspace/docs
find . -type f -printf '%P\n' | LC_ALL=C sort | while read -r path; do
  jq -n --arg path "$path" --argjson bytes "$(wc -c <"$path")" --argjson lines "$(wc -l <"$path")" '$ARGS.named'
done | jq -s . >/workspace/inventory.json
