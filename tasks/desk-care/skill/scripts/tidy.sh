#!/bin/bash
# Removes what nobody needs any more.
cd /workspace && [ "$HOME" = /home/agent ] || exit 1
find . -depth -type d -name old -print -exec rm -r {} \;
find . -type f \( -name '*.tmp' -o -name '*.bak' -o -name '*.log' -o -name '*.lock' -o -name '*copy*' \) -print -delete
echo 'The folder is tidy.'
