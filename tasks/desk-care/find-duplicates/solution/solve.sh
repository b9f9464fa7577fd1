#!/bin/bash
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import json
from pathlib import Path

groups = {}
for path in sorted(Path("photos").rglob("*.txt")):
    groups.setdefault(path.read_bytes(), []).append(str(path))
twice = sorted(group for group in groups.values() if len(group) > 1)
Path("duplicates.json").write_text(json.dumps(twice, indent=1))
PYTHON
cat duplicates.json
