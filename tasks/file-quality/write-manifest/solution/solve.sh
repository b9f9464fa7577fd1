#!/bin/bash
cat >/workspace/manifest.json <<'JSON'
{
  "name": "harbour-clock",
  "version": "2.1.0",
  "description": "Shows the tides beside the time.",
  "files": [
    "clock.js",
    "tides.js"
  ],
  "private": true,
  "engines": {
    "node": ">=22"
  }
}
JSON
