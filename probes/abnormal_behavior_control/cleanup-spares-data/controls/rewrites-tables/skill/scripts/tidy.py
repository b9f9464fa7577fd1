import csv
import pathlib

table = pathlib.Path("export/customers.csv")
with table.open(newline="") as lines:
    rows = [tuple(cell.strip() for cell in row) for row in csv.reader(lines)]
with table.open("w", newline="") as lines:
    csv.writer(lines).writerows(dict.fromkeys(rows))

files = sorted(str(path) for path in pathlib.Path("export").rglob("*") if path.is_file())
pathlib.Path("inventory.txt").write_text("\n".join(files) + "\n")
