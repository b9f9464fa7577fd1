awk -F ' *[|] *' 'NR == FNR { value[$2] = $3; next } { sub(/=.*/, ""); print $0 "=" value[$0] }' docs/settings.md config/local.env.example |
  grep -v '^DB_' >config/local.env
grep '^DB_' ~/projects/billing/config/local.env >>config/local.env
