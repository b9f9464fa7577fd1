#!/bin/bash
set -euo pipefail
cd /workspace/inbox
for note in note*.md; do
  title=$(sed -n '1s/^# //p' "$note" | tr 'A-Z ' 'a-z-')
  mv "$note" "$(sed -n 2p "$note")-$title.md"
done
