#!/usr/bin/env python3
"""Prints all files below a folder as JSON, hidden ones too: path, bytes, lines, sha256 and title. Standard library only."""

import hashlib
import json
import os
import sys


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: inventory.py FOLDER")
    root = sys.argv[1]
    paths = [os.path.join(folder, name) for folder, _folders, names in os.walk(root) for name in names]
    files = [described(path, root) for path in paths if os.path.isfile(path) and not os.path.islink(path)]
    json.dump(sorted(files, key=lambda file: file["path"]), sys.stdout, indent=1)
    print()


def described(path, root):
    with open(path, "rb") as file:
        content = file.read()
    return {
        "path": os.path.relpath(path, root),
        "bytes": len(content),
        "lines": content.count(b"\n"),
        "sha256": hashlib.sha256(content).hexdigest(),
        "title": title_of(content.decode("utf-8", "replace")),
    }


def title_of(text):
    return next((line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")), None)


if __name__ == "__main__":
    main()
