#!/bin/bash
cd /workspace && grep -oE '^ *"[^"]+"' limits.json | tr -d ' "' | sort | uniq -d >error.txt
