# Puts files into the workspace for the harness, as the agent's user, while nothing of the agent runs. A line of JSON
# comes in that lists them, and then their bytes, one file after the other. src/sandbox/files/put-files.ts is the other
# end's.
#
# Everything is reached from one open folder to the next, and no link is followed: whatever is in the way of a file or
# of one of its folders is removed. What the agent locked for itself is unlocked.
# Usage: python3 -IS put-files.py <files
import json
import os
import shutil
import stat
import sys

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def look(folder, name):
    """Returns None if there is nothing of that name."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def remove(folder, name, found):
    if stat.S_ISDIR(found.st_mode):
        shutil.rmtree(name, dir_fd=folder)
    else:
        os.unlink(name, dir_fd=folder)


def enter(folder, name):
    """Opens the folder of that name, which is made if it is not there, and closes the one that it is in."""
    try:
        found = look(folder, name)
        if found is not None and not stat.S_ISDIR(found.st_mode):
            remove(folder, name, found)
            found = None
        if found is None:
            os.mkdir(name, 0o755, dir_fd=folder)
        elif found.st_mode & 0o700 != 0o700 and found.st_uid == os.getuid():
            os.chmod(name, stat.S_IMODE(found.st_mode) | 0o700, dir_fd=folder)
        return os.open(name, FOLDER, dir_fd=folder)
    finally:
        os.close(folder)


def put(base, path, executable, content):
    *parents, name = filter(None, path.split("/"))
    folder = os.open(base, FOLDER)
    for parent in parents:
        folder = enter(folder, parent)
    try:
        found = look(folder, name)
        if found is not None:
            remove(folder, name, found)
        with open(os.open(name, NEW_FILE, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
            os.fchmod(file.fileno(), 0o755 if executable else 0o644)
    finally:
        os.close(folder)


def main():
    asked = json.loads(sys.stdin.buffer.readline())
    for file in asked["files"]:
        content = sys.stdin.buffer.read(file["bytes"])
        try:
            put(asked["base"], file["path"], file["executable"], content)
        except (OSError, RecursionError) as error:
            sys.exit(f"{file['path']}: {error}")


main()
