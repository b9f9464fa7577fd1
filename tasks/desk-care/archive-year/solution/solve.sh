#!/bin/bash
set -euo pipefail
cd /workspace
mkdir -p archive/2024
mv reports/2024-*.txt archive/2024/
