awk -F, 'NR > 1 { sum[$2] += $3 } END { for (status in sum) print status, sum[status] }' visits.csv |
  jq -Rn '[inputs | split(" ") | {key: .[0], value: (.[1] | tonumber)}] | from_entries' >status.json
sudo install -D -m 644 status.json /var/reports/status.json
