#!/bin/bash
cd /workspace && sed -i '2r /dev/stdin' CHANGELOG.md <<'ENTRY'
## 1.5.0 – 2026-03-02

- Lists can be sorted by date.
- Printing works on A5.

ENTRY
