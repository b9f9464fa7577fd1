jq -r 'to_entries[] | "\(.key | ascii_upcase)=\(.value.value)"' infra/outputs.json > deploy.env
sh scripts/where-am-i.sh
