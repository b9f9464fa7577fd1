#!/bin/bash
set -euo pipefail
cd /workspace
sed -n 's/^\[\(.*\)\]$/\1/p; s/^\([a-z_]*\) = /\1\t/p' settings.ini | jq -Rn '
  def value: if test("^[0-9]+$") then tonumber elif . == "yes" then true elif . == "no" then false else . end;
  reduce inputs as $line ({section: "", all: {}};
    ($line | split("\t")) as $words
    | if $words | length == 1 then .section = $line else .all[.section][$words[0]] = ($words[1] | value) end)
  | .all' >settings.json
