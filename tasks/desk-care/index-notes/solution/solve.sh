#!/bin/bash
set -euo pipefail
cd /workspace/notes
find . -name '*.md' ! -name INDEX.md -printf '%P\n' | LC_ALL=C sort | while read -r path; do
  echo "- [$(grep -m 1 '^# ' "$path" | cut -c 3-)]($path)"
done >/tmp/index
mv /tmp/index INDEX.md
