#!/bin/bash
set -euo pipefail
cd /workspace
{
  echo code,count,first
  grep -oE ' E[0-9]+ ' app.log | sort -u | while read -r code; do
    echo "$code,$(grep -c " $code " app.log),$(grep -m 1 " $code " app.log | cut -d' ' -f1)"
  done
} >errors.csv
