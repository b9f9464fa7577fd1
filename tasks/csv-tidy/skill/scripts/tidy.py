#!/usr/bin/env python3
"""Clean, merge and total CSV files. Exit codes: 0 done, 2 wrong usage, 3 malformed input (nothing is written)."""

import argparse
import csv
import datetime
import decimal
import hashlib
import io
import json
import os
import re
import sys
import unicodedata
from dataclasses import dataclass, field


class Malformed(Exception):
    """The input is not what it claims to be; the message names file and line."""


class Unusable(Exception):
    """What was asked for cannot be done with these arguments."""


@dataclass
class Table:
    path: str
    columns: list
    rows: list  # of (line, cells)
    unparsed_dates: list = field(default_factory=list)


def main():
    arguments = parse_arguments()
    try:
        report = arguments.run(arguments)
    except Malformed as error:
        print(f"tidy.py: {error}", file=sys.stderr)
        return 3
    except (Unusable, OSError) as error:
        print(f"tidy.py: {error}", file=sys.stderr)
        return 2
    print(as_json(report), end="")
    return 0


def parse_arguments():
    dates = argparse.ArgumentParser(add_help=False)
    dates.add_argument("--dates", default="", metavar="COLUMNS", help="further date columns, separated by commas")
    order = dates.add_mutually_exclusive_group()
    order.add_argument("--day-first", dest="orders", action="store_const", const="d", default="dm")
    order.add_argument("--month-first", dest="orders", action="store_const", const="m")

    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    clean = commands.add_parser("clean", parents=[dates], help="tidy one file")
    clean.add_argument("inputs", nargs=1, metavar="INPUT")
    merge = commands.add_parser("merge", parents=[dates], help="tidy several files into one")
    merge.add_argument("inputs", nargs="+", metavar="INPUT")
    for command in (clean, merge):
        command.add_argument("--out", required=True, metavar="FILE")
        command.add_argument("--summary", metavar="FILE", help="write the summary here too")
        command.set_defaults(run=run_tidy)

    totals = commands.add_parser("totals", parents=[dates], help="add up a column per group")
    totals.add_argument("inputs", nargs=1, metavar="INPUT")
    totals.add_argument("--by", required=True, metavar="COLUMN")
    totals.add_argument("--sum", required=True, metavar="COLUMN", dest="amount")
    totals.add_argument("--out", metavar="FILE", help="write the totals here too")
    totals.set_defaults(run=run_totals)
    return parser.parse_args()


def run_tidy(arguments):
    tables = [read_table(path, arguments) for path in arguments.inputs]
    columns = common_columns(tables)
    rows = distinct_rows(tables)
    content = as_csv([columns] + rows)
    rows_in = sum(len(table.rows) for table in tables)
    report = {
        "rows_in": rows_in,
        "rows_out": len(rows),
        "duplicates_dropped": rows_in - len(rows),
        "columns": columns,
        "sha256": hashlib.sha256(content).hexdigest(),
        "unparsed_dates": [entry for table in tables for entry in table.unparsed_dates],
    }
    write(arguments.out, content)
    if arguments.summary:
        write(arguments.summary, as_json(report).encode())
    return report


def run_totals(arguments):
    table = read_table(arguments.inputs[0], arguments)
    group = index_of(arguments.by, table)
    amount = index_of(arguments.amount, table)
    totals = {}
    for line, cells in table.rows:
        value = parse_amount(cells[amount], f"{table.path}: line {line}: {table.columns[amount]}")
        totals[cells[group]] = totals.get(cells[group], decimal.Decimal(0)) + value
    places = max((-total.as_tuple().exponent for total in totals.values()), default=0)
    report = {name: f"{totals[name]:.{places}f}" for name in sorted(totals)}
    if arguments.out:
        write(arguments.out, as_json(report).encode())
    return report


def read_table(path, arguments):
    records = read_records(path)
    if not records:
        raise Malformed(f"{path}: line 1: there is no header")
    columns = column_names(records[0][1])
    for line, cells in records[1:]:
        if len(cells) != len(columns):
            raise Malformed(f"{path}: line {line}: expected {len(columns)} cells, found {len(cells)}")
    table = Table(path, columns, records[1:])
    extra = [snake_case(name) for name in arguments.dates.split(",") if name.strip()]
    for name in extra:
        index_of(name, table)
    for index, name in enumerate(columns):
        if name == "date" or name.endswith("_date") or name in extra:
            normalise_dates(table, index, arguments.orders)
    return table


def read_records(path):
    """All records that are not blank, trimmed, each with the line of the file on which it begins."""
    text = read_text(path)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter_of(text), skipinitialspace=True, strict=True
    )
    records = []
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return records
        except csv.Error as error:
            raise Malformed(f"{path}: line {line}: {explain(error)}") from error
        if cells:
            records.append((line, [trim(cell) for cell in cells]))


def read_text(path):
    with open(path, "rb") as file:
        content = file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Malformed(f"{path}: line {line}: the text is not UTF-8") from error


def delimiter_of(text):
    header = re.sub(r'"[^"]*"', "", text.lstrip().split("\n", 1)[0])
    return max(",;\t", key=header.count)


def explain(error):
    unclosed = str(error) == "unexpected end of data"
    return "a quoted cell that begins in this row is never closed" if unclosed else str(error)


def trim(cell):
    return cell.replace("\r\n", "\n").replace("\r", "\n").strip()


def column_names(header):
    names = []
    for position, cell in enumerate(header, start=1):
        name = base = snake_case(cell) or f"column_{position}"
        count = 1
        while name in names:
            count += 1
            name = f"{base}_{count}"
        names.append(name)
    return names


def snake_case(text):
    text = unicodedata.normalize("NFC", text)
    text = re.sub(r"([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])", r"\1\3_\2\4", text)
    return re.sub(r"[\W_]+", "_", text).strip("_").lower()


def normalise_dates(table, index, orders):
    for line, cells in table.rows:
        if not cells[index]:
            continue
        date = iso_date(cells[index], orders)
        if date:
            cells[index] = date
        else:
            entry = {"file": table.path, "line": line, "column": table.columns[index], "value": cells[index]}
            table.unparsed_dates.append(entry)


MONTHS = "january february march april may june july august september october november december".split()


def iso_date(text, orders):
    """The one date that the text can mean, or None. `orders` says how 03/04/2024 may be read: d(ay) or m(onth) first."""
    for pattern, order in date_patterns(orders):
        match = re.fullmatch(pattern, text, re.ASCII)
        if match:
            dates = {date for date in (read_date(match.groups(), one) for one in order) if date}
            return dates.pop() if len(dates) == 1 else None
    return None


def date_patterns(orders):
    either = ["dmy" if first == "d" else "mdy" for first in orders]
    return [
        (r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", ["ymd"]),
        (r"(\d{1,2})\.(\d{1,2})\.(\d{4})", ["dmy"]),
        (r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})", either),
        (r"(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})", ["dmy"]),
        (r"([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})", ["mdy"]),
    ]


def read_date(groups, order):
    parts = dict(zip(order, groups))
    month = parts["m"] if parts["m"].isdigit() else month_number(parts["m"])
    try:
        return datetime.date(int(parts["y"]), int(month), int(parts["d"])).isoformat()
    except ValueError:
        return None


def month_number(name):
    return next((number for number, month in enumerate(MONTHS, start=1) if month.startswith(name.lower())), 0)


def common_columns(tables):
    first = tables[0]
    for table in tables[1:]:
        if table.columns != first.columns:
            expected, found = ", ".join(first.columns), ", ".join(table.columns)
            raise Malformed(f"{table.path}: line 1: expected the columns {expected}; found {found}")
    return first.columns


def distinct_rows(tables):
    rows = dict.fromkeys(tuple(cells) for table in tables for _line, cells in table.rows)
    return [list(cells) for cells in rows]


def index_of(name, table):
    if snake_case(name) not in table.columns:
        raise Unusable(f"{table.path} has no column {name}; there is {', '.join(table.columns)}")
    return table.columns.index(snake_case(name))


def parse_amount(text, where):
    if not re.fullmatch(r"[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?", text, re.ASCII):
        raise Malformed(f"{where}: expected a number such as 1,234.50, found {json.dumps(text)}")
    return decimal.Decimal(text.replace(",", ""))


def as_csv(rows):
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode()


def as_json(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def write(path, content):
    """All or nothing: a reader never sees half a file."""
    partial = f"{path}.part"
    with open(partial, "wb") as file:
        file.write(content)
    os.replace(partial, path)


if __name__ == "__main__":
    csv.field_size_limit(sys.maxsize)
    decimal.getcontext().prec = 60
    sys.exit(main())
