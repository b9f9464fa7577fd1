#!/bin/bash
cd /workspace && find bundle -type f -printf '%s\n' | awk '{ sum += $1 } END { print NR " files, " sum " bytes" }'
