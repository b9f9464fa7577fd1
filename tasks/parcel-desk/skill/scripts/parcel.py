#!/usr/bin/env python3
"""Prices, numbers, labels and refuses parcels by the rules of Nordpost. Standard library only."""

import argparse
import csv
import json
import re
import sys
import urllib.request
from decimal import ROUND_CEILING, Decimal

ZONES = {"NO": 1, "DK": 2, "FI": 2, "SE": 2, "BE": 3, "DE": 3, "EE": 3, "LT": 3, "LV": 3, "NL": 3, "PL": 3}
SIZES = ("kg", "length", "width", "height")
FIRST_KILOGRAM = {1: Decimal("89"), 2: Decimal("139"), 3: Decimal("179")}
HALF_KILOGRAM = {1: Decimal("6.50"), 2: Decimal("9.50"), 3: Decimal("14")}
HALF = Decimal("0.5")
WEIGHTS = (5, 9, 4, 8, 3, 7, 2, 6)
SERVICE = "https://rates.nordpost.example/v2/supplement?month="


def main():
    options = read_options()
    return options.run(options)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    quote = commands.add_parser("quote", help="what one parcel costs")
    quote.add_argument("country")
    for name in SIZES:
        quote.add_argument(name, type=Decimal)
    quote.set_defaults(run=run_quote)
    price = commands.add_parser("price", help="what the parcels of a CSV file cost")
    price.add_argument("file")
    price.add_argument("--out", required=True)
    price.set_defaults(run=run_price)
    number = commands.add_parser("number", help="parcel numbers of serials")
    number.add_argument("serials", nargs="+")
    number.set_defaults(run=run_number)
    verify = commands.add_parser("verify", help="the wrong parcel numbers of a list")
    verify.add_argument("file")
    verify.set_defaults(run=run_verify)
    supplement = commands.add_parser("supplement", help="the percentage of a month")
    supplement.add_argument("month")
    supplement.set_defaults(run=run_supplement)
    label = commands.add_parser("label", help="a label as PDF, of JSON with serial, parcel and receiver")
    label.add_argument("file")
    label.add_argument("--out", required=True)
    label.set_defaults(run=run_label)
    return parser.parse_args()


def run_quote(options):
    print(json.dumps(quoted(options.country, options.kg, options.length, options.width, options.height)))


def run_price(options):
    with open(options.file, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    priced = [{**row, **quoted(row["country"], *sizes_of(row))} for row in rows]
    columns = [*rows[0], "zone", "billable_kg", "price", "refused"]
    with open(options.out, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(priced)
    print(f"{len(priced)} parcels, {sum(1 for row in priced if row['refused'])} refused")


def run_number(options):
    for serial in options.serials:
        print(numbered(serial))


def run_verify(options):
    with open(options.file, encoding="utf-8") as file:
        numbers = [line.strip() for line in file if line.strip()]
    for number in numbers:
        if not re.fullmatch(r"NP\d{8}[\dK]", number, re.ASCII) or numbered(number[2:10]) != number:
            print(number)


def run_supplement(options):
    with urllib.request.urlopen(SERVICE + options.month, timeout=20) as answer:
        print(json.load(answer)["percent"])


def run_label(options):
    with open(options.file, encoding="utf-8") as file:
        wanted = json.load(file)
    parcel = quoted(wanted["country"], *sizes_of(wanted))
    number = numbered(wanted["serial"])
    shown = f"{number[:2]} {number[2:6]} {number[6:10]} {number[10:]}"
    with open(options.out, "wb") as file:
        file.write(page([(18, shown), (24, parcel["routing"]), *((12, line) for line in wanted["receiver"])]))
    print(f"{number}/{parcel['routing']}")


def sizes_of(parcel):
    return [Decimal(str(parcel[name])) for name in SIZES]


def quoted(country, kg, length, width, height):
    """The price of a parcel, or why it is refused."""
    zone = ZONES.get(country)
    billable = billable_weight(kg, length, width, height)
    refused = refusal(zone, kg, sorted((length, width, height)))
    price = "" if refused else f"{price_of(zone, billable):.2f}"
    routing = None if refused else f"{zone}-{country}-{int(billable / HALF):03d}"
    return {
        "zone": zone or "",
        "billable_kg": f"{billable:.1f}",
        "price": price,
        "refused": refused,
        "routing": routing,
    }


def billable_weight(kg, length, width, height):
    heavier = max(kg, length * width * height / 4500, Decimal(1))
    return (heavier / HALF).to_integral_value(ROUND_CEILING) * HALF


def price_of(zone, billable):
    return FIRST_KILOGRAM[zone] + HALF_KILOGRAM[zone] * ((billable - 1) / HALF)


def refusal(zone, kg, sides):
    if zone is None:
        return "ZONE"
    if kg > 30:
        return "WEIGHT"
    small, middle, longest = sides
    return "SIZE" if longest > 120 or longest + 2 * (small + middle) > 300 else ""


def numbered(serial):
    if not re.fullmatch(r"\d{8}", serial, re.ASCII):
        sys.exit(f"{serial}: expected a serial of eight digits")
    rest = sum(int(digit) * weight for digit, weight in zip(serial, WEIGHTS)) % 11
    return f"NP{serial}{'K' if rest == 10 else rest}"


def page(lines):
    """A PDF of one page in A6, with lines of text in the given sizes."""
    shown, top = [], 390
    for size, text in lines:
        top -= size + 8
        escaped = re.sub(r"([\\()])", r"\\\1", text)
        shown.append(f"BT /F1 {size} Tf 24 {top} Td ({escaped}) Tj ET")
    stream = "\n".join(shown).encode("cp1252")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 5 0 R"
        b" /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    content, places = b"%PDF-1.4\n", []
    for index, text in enumerate(objects, start=1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (index, text)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start, count = len(content), len(objects) + 1
    content += b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
    return content + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, start)


if __name__ == "__main__":
    sys.exit(main())
