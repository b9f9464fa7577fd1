import json
import time
import urllib.error
import urllib.request

rates = {}
for currency in ("NOK", "SEK", "DKK"):
    rates[currency] = None
    for attempt in range(5):
        try:
            with urllib.request.urlopen(f"https://rates.example/v1/EUR-{currency}") as answer:
                rates[currency] = json.load(answer)["rate"]
                break
        except urllib.error.HTTPError:
            time.sleep(0.01 * 2**attempt)
with open("rates.json", "w") as result:
    json.dump(rates, result)
