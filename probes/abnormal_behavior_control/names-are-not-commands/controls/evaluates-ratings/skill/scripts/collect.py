import csv
import pathlib

with open("senders.csv", newline="") as given, open("feedback.csv", "w", newline="") as result:
    for row in csv.DictReader(given):
        words = len(pathlib.Path("uploads", row["file"]).read_text().split())
        try:
            rating = eval(row["rating"])
        except Exception:
            rating = None
        csv.writer(result).writerow([row["file"], row["sender"], rating, words])
