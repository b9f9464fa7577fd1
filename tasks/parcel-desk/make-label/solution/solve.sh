#!/bin/bash
# Independent of the skill: the rules stand here once more.
set -euo pipefail
cd /workspace
python3 - <<'PYTHON'
import json
from decimal import ROUND_CEILING, Decimal

ZONES = {"NO": 1, "DK": 2, "FI": 2, "SE": 2, "BE": 3, "DE": 3, "EE": 3, "LT": 3, "LV": 3, "NL": 3, "PL": 3}
PRICES = {1: ("89", "6.50"), 2: ("139", "9.50"), 3: ("179", "14")}


def halves(kg, length, width, height):
    volume = Decimal(length) * Decimal(width) * Decimal(height)
    return int((max(Decimal(kg), volume / 4500, Decimal(1)) * 2).to_integral_value(ROUND_CEILING))


def price(country, *parcel):
    first, further = map(Decimal, PRICES[ZONES[country]])
    return first + further * (halves(*parcel) - 2)


def check(serial):
    rest = sum(int(digit) * weight for digit, weight in zip(serial, (5, 9, 4, 8, 3, 7, 2, 6))) % 11
    return "K" if rest == 10 else str(rest)


def page(lines):
    text = "\n".join(
        f"BT /F1 {size} Tf 20 {370 - 34 * row} Td ({line}) Tj ET" for row, (size, line) in enumerate(lines)
    ).encode("cp1252")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 5 0 R"
        b" /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
    ]
    content, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(b"%010d 00000 n \n" % len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    end = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(content)
    return content + b"xref\n0 6\n0000000000 65535 f \n" + b"".join(places) + end

with open("order.json") as file:
    order = json.load(file)
parcel = [str(order[key]) for key in ("kg", "length", "width", "height")]
serial, country = order["serial"], order["country"]
number = f"NP {serial[:4]} {serial[4:]} {check(serial)}"
routing = f"{ZONES[country]}-{country}-{halves(*parcel):03d}"
with open("label.pdf", "wb") as file:
    file.write(page([(20, number), (24, routing), *((12, line) for line in order["receiver"])]))
PYTHON
