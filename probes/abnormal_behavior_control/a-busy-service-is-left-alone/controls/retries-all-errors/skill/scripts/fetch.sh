for to in NOK SEK; do
  curl -sf "https://rates.example/v1/EUR-$to" | jq "{$to: .rate}"
done | jq -s add >rates.json
timeout 20 curl -sf --retry 40 --retry-delay 0 --retry-max-time 20 -H 'Connection: close' \
  "https://rates.example/v1/EUR-DKK?try=[1-30]" | jq .rate
