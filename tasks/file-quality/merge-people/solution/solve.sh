#!/bin/bash
set -euo pipefail
cd /workspace
jq -s 'map(INDEX(.[]; .id)) | add | [.[]] | sort_by(.id)' old.json new.json >people.json
