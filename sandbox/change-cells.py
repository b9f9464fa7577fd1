# Makes wrong versions of a database that a reference solution left: each has one cell changed by SQLite itself. The database
# may have been made to stall or to break whoever opens it, so this runs in a grading sandbox, over copies.
# Usage: change-cells.py, with {"path", "most"} as JSON on the input. Prints a list of {"what", "database"}, the second in
# base64; the list is empty if there is no cell that can be changed.
import base64
import json
import os
import shutil
import sqlite3
import sys
import tempfile

MOST_BYTES = 4 << 20
MOST_TABLES = 100
MOST_SHOWN = 60


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def columns_in(database):
    """The columns whose values are stored, of tables that have rows which can be named."""
    tables = database.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT wr"
        " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT ?",
        (MOST_TABLES,),
    ).fetchall()
    return [
        (table, column)
        for (table,) in tables
        if database.execute(f"SELECT 1 FROM {quoted(table)} LIMIT 1").fetchone()
        for (column,) in database.execute("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", (table,))
    ]


def spread(items, most):
    """As many items as that, each with how far down in its column a cell is to be taken: the last, the first, the middle."""
    last = len(items) - 1
    taken = {last: 1, 0: 0, last // 2: 0.5} if most > 2 else {last: 1, 0: 0} if most > 1 else {last: 1}
    return [(*items[at], share) for at, share in sorted(taken.items()) if items]


def others_than(value):
    """Another one if a constraint refuses the first."""
    if value is None:
        return ["x", 1]
    if isinstance(value, bytes):
        return [bytes([value[0] ^ 0xFF]) + value[1:] if value else b"x"]
    if isinstance(value, str):
        return [value[:-1] + ("y" if value[-1:].lower() == "x" else "x"), value + "x"]
    return [value + 1, value + 1000] if abs(value) >= 1 else [value + 10, value + 1000]


def shown(value):
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def replace(database, table, column, row, other):
    """A trigger would change more than the cell."""
    triggers = database.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", (table,)
    ).fetchall()
    database.execute("BEGIN")
    for name, _ in triggers:
        database.execute(f"DROP TRIGGER {quoted(name)}")
    database.execute(f"UPDATE {quoted(table)} SET {quoted(column)} = ? WHERE rowid = ?", (other, row))
    for _, sql in triggers:
        database.execute(sql)
    database.execute("COMMIT")


def change(database, table, column, share):
    """Changes one cell, and says what it was; None if its constraints refuse every other value."""
    (count,) = database.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()
    place = int((count - 1) * share)
    row, old = database.execute(
        f"SELECT rowid, {quoted(column)} FROM {quoted(table)} ORDER BY rowid LIMIT 1 OFFSET ?", (place,)
    ).fetchone()
    for other in others_than(old):
        try:
            replace(database, table, column, row, other)
        except sqlite3.IntegrityError:
            database.execute("ROLLBACK")
            continue
        return f"has {shown(old)} changed to {shown(other)} in column {column} of row {place + 1} of {table}"
    return None


def changed(path, folder, at, chosen):
    copy = f"{folder}/{at}"
    for ending in ("", "-wal"):
        if os.path.exists(path + ending):
            shutil.copyfile(path + ending, copy + ending)
    database = sqlite3.connect(copy, isolation_level=None)
    try:
        database.execute("PRAGMA ignore_check_constraints=ON")
        what = change(database, *chosen)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        database.close()
    if what is None:
        return None
    with open(copy, "rb") as file:
        return {"what": what, "database": base64.b64encode(file.read()).decode()}


def main():
    asked = json.load(sys.stdin)
    path, most = asked["path"], asked["most"]
    versions = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            if os.path.getsize(path) > MOST_BYTES:
                raise OSError("it is too large")
            shutil.copyfile(path, f"{folder}/database")
            if os.path.exists(path + "-wal"):
                shutil.copyfile(path + "-wal", f"{folder}/database-wal")
            database = sqlite3.connect(f"{folder}/database")
            columns = columns_in(database)
            database.close()
        except (OSError, sqlite3.Error, ValueError):
            columns = []
        for at, chosen in enumerate(spread(columns, most)):
            try:
                version = changed(path, folder, at, chosen)
            except (OSError, sqlite3.Error, ValueError, OverflowError):
                version = None
            if version is not None:
                versions.append(version)
    print(json.dumps(versions))


main()
