# Asks a database that an agent left one question, for a grader. The database may have been made to deceive, to stall or to
# break whoever opens it, so this runs in a grading sandbox, over a copy, and can do nothing but read it.
# Usage: query-database.py, with {"path", "query"} as JSON on the input. Prints the rows as JSON. It exits with 1 if the
# database does not answer, and with 2 if the query itself is wrong, of which no database has been asked then.
import json
import math
import os
import sqlite3
import stat
import sys
import tempfile

NO_ANSWER = 1
NO_QUERY = 2
MIB = 1 << 20
# The room for files of the grader's, less a reserve.
MOST_BYTES = 60 * MIB
MOST_HEAP_BYTES = 256 * MIB
MOST_ROWS = 10_000
MOST_OUTPUT_BYTES = 1 * MIB
MOST_WORDS = 300
# A journal that is left behind has to be seen: what stands in the database then is half of a change.
BESIDE = ("-wal", "-journal")

# Whatever is not here can change something, or reach outside of the database.
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
# These only describe the database; full-text search asks for the last one.
DESCRIBING = {
    *("table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list"),
    "data_version",
}
# Those of SQLite's own functions that reach outside of a database. Views and generated columns may use all others.
DANGEROUS = {"load_extension", "fts3_tokenizer"}


def stop(code, problem):
    print(problem[:MOST_WORDS], file=sys.stderr)
    sys.exit(code)


def authorize(action, name, function, *_):
    if action == sqlite3.SQLITE_FUNCTION and function.lower() in DANGEROUS:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if name in DESCRIBING else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY


def open_read_only(uri):
    """See "Defense Against The Dark Arts" in the documentation of SQLite: https://sqlite.org/security.html."""
    database = sqlite3.connect(uri, uri=True, isolation_level=None)
    database.text_factory = text_of
    for setting in ("trusted_schema=ON", "cell_size_check=ON", "mmap_size=0", "query_only=ON", "temp_store=MEMORY"):
        database.execute(f"PRAGMA {setting}")
    database.execute(f"PRAGMA hard_heap_limit={MOST_HEAP_BYTES}")
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    return database


def prepare(database, query):
    """A virtual table declares its columns as if it created a table, so the first one to name it has to be allowed to."""
    explanation = f"EXPLAIN {query}"
    database.execute(explanation)
    database.set_authorizer(authorize)
    database.execute(explanation)


def text_of(encoded):
    try:
        return encoded.decode()
    except UnicodeDecodeError:
        return encoded


def check_query(query):
    """An empty database lacks the tables and columns, which is all that may be wrong with a query here."""
    try:
        prepare(open_read_only("file::memory:"), query)
    except (sqlite3.Error, sqlite3.Warning) as error:
        if not str(error).startswith("no such "):
            stop(NO_QUERY, f"the query is not one SELECT: {error}")


def copy(path, into, most_bytes):
    """Returns the size, or None if nothing stands there."""
    try:
        source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(os.fstat(source).st_mode):
        stop(NO_ANSWER, f"cannot be queried: {path} is not a file")
    with open(source, "rb") as file, open(into, "xb") as copied:
        size = 0
        while chunk := file.read(MIB):
            size += len(chunk)
            if size > most_bytes:
                stop(NO_ANSWER, f"cannot be queried: with its log it has more than {MOST_BYTES // MIB} MiB")
            copied.write(chunk)
        return size


def copy_all(path, folder):
    """
    Copies a database and what SQLite would read beside it. Nobody can write where it lies, and SQLite reads a write-ahead
    log only where it can keep an index of it.
    """
    if not os.path.exists(path):
        stop(NO_ANSWER, "is a link that leads nowhere" if os.path.islink(path) else "does not exist")
    path = os.path.realpath(path)
    room = MOST_BYTES
    for ending in ("", *BESIDE):
        room -= copy(path + ending, f"{folder}/database{ending}", room) or 0


def value_of(value):
    """What JSON has no word for becomes an object, which equals no scalar."""
    if isinstance(value, bytes):
        return {"bytes": len(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    return value


def read_rows(database, query):
    prepare(database, query)
    rows, size = [], 0
    for row in database.execute(query):
        rows.append(json.dumps([value_of(value) for value in row]))
        size += len(rows[-1]) + 2
        if len(rows) > MOST_ROWS or size > MOST_OUTPUT_BYTES:
            stop(NO_ANSWER, f"cannot be queried: it returns more than {MOST_ROWS} rows or {MOST_OUTPUT_BYTES // MIB} MiB")
    return rows


def why(error):
    if getattr(error, "sqlite_errorname", "") == "SQLITE_READONLY_ROLLBACK":
        return "a transaction was left unfinished, in the journal beside it"
    return str(error) or type(error).__name__


def main():
    asked = json.load(sys.stdin)
    check_query(asked["query"])
    with tempfile.TemporaryDirectory() as folder:
        try:
            copy_all(asked["path"], folder)
            database = open_read_only(f"file:{folder}/database?mode=ro")
            print("[" + ", ".join(read_rows(database, asked["query"])) + "]")
        except (OSError, sqlite3.Error, sqlite3.Warning, MemoryError, OverflowError, ValueError) as error:
            stop(NO_ANSWER, f"cannot be queried: {why(error)}")


main()
