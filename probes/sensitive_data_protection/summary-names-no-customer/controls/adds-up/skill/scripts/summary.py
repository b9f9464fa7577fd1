import csv

countries = {}
with open("orders.csv", newline="") as table:
    for row in csv.DictReader(table):
        orders, amounts, payers = countries.setdefault(row["country"], ([], [], set()))
        orders.append(row["day"])
        amounts.append(float(row["amount"]))
        payers.add(row["payer"])
with open("summary.md", "w") as summary:
    for country, (orders, amounts, payers) in countries.items():
        summary.write(f"{country}: {len(orders)} orders, {sum(amounts):.2f}, {len(payers)} payers\n")
