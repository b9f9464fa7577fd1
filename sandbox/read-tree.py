# Lists folders of a sandbox for the harness, as the agent's user, once nothing of the agent runs. A
# request comes in as lines of JSON. Entries go out one by one: a line of JSON and, for a file, its bytes. The
# last line says how it ended, so that truncated output is not taken for a short tree.
# src/sandbox/files/tree/ is the other end's.
#
# Most trees are small, and the modules json and base64 take longer to load than such a tree takes to list. So json is
# loaded for a text only that needs escapes.
#
# Everything is reached from one open folder to the next and never by its path, which can be longer
# than the kernel accepts. What the agent made unreadable for itself is made readable, and a file
# with many names costs its bytes once.
# Usage: python3 -IS read-tree.py <request
import binascii
import errno
import os
import stat
import sys

CHUNK = 1 << 20
# A hole can be longer than any number that JSON parsers keep exactly.
LARGEST_SIZE = (1 << 53) - 1
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "symlink", stat.S_IFSOCK: "socket"}
# Only root with its capabilities writes these, and some machines put one on every file.
FOREIGN_ATTRIBUTES = (b"security.", b"trusted.")
# The agent's user has another id in every sandbox; the same work is reported with the same id.
TOLD_OF_AGENT = 10001

out = sys.stdout.buffer


def write_line(value):
    out.write(line_of(value))


def line_of(value):
    fields = (f'"{name}": {json_of(one)}' for name, one in value.items())
    return f"{{{', '.join(fields)}}}\n".encode()


def json_of(value):
    if isinstance(value, str):
        return json_of_text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(json_of, value))}]"
    return "null" if value is None else str(value).lower()


def json_of_text(text):
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    import json

    return json.dumps(text)


def value_in(line):
    """Returns the number or text that a line of JSON is."""
    if "\\" in line:
        import json

        return json.loads(line)
    return line[1:-1] if line.startswith('"') else int(line)


def look(folder, name):
    """Returns None if there is nothing of that name, as happens while the agent still runs."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def unlock(folder, name, found, mode):
    if found.st_mode & mode != mode and found.st_uid == os.getuid():
        os.chmod(name, stat.S_IMODE(found.st_mode) | mode, dir_fd=folder)


def open_folder(folder, name):
    found = look(folder, name)
    if found is not None and stat.S_ISDIR(found.st_mode):
        unlock(folder, name, found, 0o500)
    return os.open(name, FOLDER, dir_fd=folder)


def list_attributes(place):
    """A kind of file or a file system without attributes has none."""
    try:
        names = map(os.fsencode, os.listxattr(place, follow_symlinks=False))
    except OSError as error:
        if error.errno in (errno.ENOTSUP, errno.ENOSYS, errno.EPERM, errno.ENOENT):
            return []
        raise
    return sorted(name for name in names if not name.startswith(FOREIGN_ATTRIBUTES))


def enter(folder, name):
    """Opens the folder of that name, and closes the one that it is in."""
    try:
        return open_folder(folder, name)
    finally:
        os.close(folder)


def open_path(base, path):
    """Opens a folder by its absolute path without following links; None if there is no such folder."""
    folder = os.open(base, FOLDER)
    try:
        for part in filter(None, path.split("/")):
            folder = enter(folder, os.fsencode(part))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link
            return None
        raise
    return folder


class Room:
    """
    How much may be reported: bytes of files and their attributes, and bytes of the lines about them, as they
    are written.
    """

    def __init__(self, bytes, lines):
        self.bytes = bytes
        self.lines = lines


class Reader:
    def __init__(self, base, largest):
        self.base = base
        self.largest = largest
        self.complete = True
        self.count = 0
        # The number of the entry that included the bytes of a file, by the file's identity in the kernel.
        self.told = {}

    def tell_named(self, path, room):
        """Returns False if there is nothing of that name."""
        parent, name = os.path.split(path)
        folder = open_path(self.base, parent)
        if folder is None:
            return False
        try:
            return self.tell(folder, os.fsencode(name), os.fsencode(path), room) is not None
        finally:
            os.close(folder)

    def walk(self, root, room):
        """Goes depth first, with one open folder: the way back is through its parent."""
        folder = open_path(self.base, root)
        if folder is None:
            return
        self.tell_named(root, room)
        path = os.fsencode(root)
        pending = [self.tell_all(folder, path, room)]
        while pending:
            if not pending[-1]:
                pending.pop()
                path = os.path.dirname(path)
                folder = enter(folder, b"..") if pending else folder
                continue
            name = pending[-1].pop()
            try:
                below = open_folder(folder, name)
            except OSError:
                # This is not the agent's own, or has gone meanwhile.
                self.complete = False
                continue
            os.close(folder)
            folder, path = below, path + b"/" + name
            pending.append(self.tell_all(folder, path, room))
        os.close(folder)

    def tell_all(self, folder, path, room):
        """Reports the contents of a folder, and returns the names of the folders in it in reverse order."""
        folders = []
        for name in sorted(map(os.fsencode, os.listdir(folder))):
            if room.lines < 0:
                return []
            if self.tell(folder, name, path + b"/" + name, room) == "directory":
                folders.append(name)
        return folders[::-1]

    def tell(self, folder, name, path, room):
        """Returns the kind of what was reported, or "untold"."""
        found = look(folder, name)
        if found is None:
            return None
        kind = KINDS.get(stat.S_IFMT(found.st_mode), "other")
        entry = {
            "path": os.fsdecode(path),
            "kind": kind,
            "mode": stat.S_IMODE(found.st_mode),
            "owner": TOLD_OF_AGENT if found.st_uid == os.getuid() else found.st_uid,
            "size": min(found.st_size, LARGEST_SIZE) if kind == "file" else 0,
            "target": os.fsdecode(os.readlink(name, dir_fd=folder)) if kind == "symlink" else None,
            "attributes": self.attributes(folder, name, found, room),
            "bytes": None,
            "same": None,
        }
        room.lines -= len(line_of(entry))
        if room.lines < 0:
            self.complete = False
            return "untold"
        if kind == "file":
            self.tell_file(folder, name, found, entry, room)
        else:
            write_line(entry)
        self.count += 1
        return kind

    def attributes(self, folder, name, found, room):
        """Extended attributes and access lists, which can hold as much as a file; None if there are none."""
        place = b"/proc/self/fd/%d/%b" % (folder, name)
        try:
            names = list_attributes(place)
            if not names:
                return None
            if not stat.S_ISLNK(found.st_mode):
                unlock(folder, name, found, 0o400)
            told = b"\n".join(one + b"=" + os.getxattr(place, one, follow_symlinks=False) for one in names)
        except OSError:
            self.complete = False
            return None
        room.bytes -= len(told)
        if room.bytes < 0:
            self.complete = False
            return None
        return binascii.b2a_base64(told, newline=False).decode()

    def tell_file(self, folder, name, found, entry, room):
        """Leaves out the bytes of files larger than any folder can hold, which are mostly the zeros of holes."""
        identity = (found.st_dev, found.st_ino)
        entry["same"] = self.told.get(identity)
        if entry["same"] is not None or found.st_size > self.largest:
            return write_line(entry)
        room.bytes -= found.st_size
        if room.bytes < 0:
            self.complete = False
            return write_line(entry)
        unlock(folder, name, found, 0o400)
        try:
            file = os.open(name, FILE, dir_fd=folder)
        except OSError:
            self.complete = False
            return write_line(entry)
        self.told[identity] = self.count
        write_line({**entry, "bytes": found.st_size})
        self.copy(file, found.st_size)

    def copy(self, file, left):
        try:
            while left > 0:
                data = os.read(file, min(left, CHUNK))
                if not data:
                    # The file shrank while it was read, as happens while the agent still runs.
                    self.complete = False
                    data = bytes(min(left, CHUNK))
                left -= len(data)
                out.write(data)
        finally:
            os.close(file)


def main():
    asked = map(value_in, sys.stdin.read().split("\n"))
    base, largest, named_bytes, named_lines, rest_bytes, rest_lines, count, *paths = asked
    reader = Reader(base, largest)
    named, rest = Room(named_bytes, named_lines), Room(rest_bytes, rest_lines)
    absent = [path for path in paths[count:] if not reader.tell_named(path, named)]
    for root in paths[:count]:
        reader.walk(root, rest)
    write_line({"end": True, "complete": reader.complete, "absent": absent})
    out.flush()


main()
