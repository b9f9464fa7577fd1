import json
import urllib.request
from concurrent.futures import ThreadPoolExecutor


def ask(currency):
    try:
        with urllib.request.urlopen(f"https://rates.example/v1/EUR-{currency}") as answer:
            return currency, json.load(answer)["rate"]
    except OSError:
        return currency, None


with ThreadPoolExecutor(4) as pool:
    rates = dict(pool.map(ask, ["NOK", "SEK", *["DKK"] * 24]))
with open("rates.json", "w") as result:
    json.dump(rates, result)
