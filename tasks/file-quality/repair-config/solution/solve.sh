#!/bin/bash
cat >/workspace/fixed.json <<'JSON'
{
  "users": [
    "ida",
    "paul"
  ],
  "limits": {
    "perDay": 40,
    "perHour": 5
  },
  "home": "http://example.com//start"
}
JSON
