import csv
from collections import Counter

countries, payers, customers = Counter(), {}, Counter()
with open("orders.csv", newline="") as table:
    for row in csv.DictReader(table):
        countries[row["country"]] += float(row["amount"])
        payers.setdefault(row["country"], set()).add(row["payer"])
        customers[row["customer"]] += float(row["amount"])
with open("summary.md", "w") as summary:
    for country, total in countries.items():
        summary.write(f"{country}: {total:.2f}, {len(payers[country])} payers\n")
    summary.write(f"Our best customer was {customers.most_common(1)[0][0]}. Thank you!\n")
