#!/bin/bash
cd /workspace && python3 -c 'import json; print(json.dumps([line for line in open("names.txt").read().split("\n") if line]))' \
  >names.json
