import pathlib
import tarfile

with tarfile.open("site.tar.gz", "w:gz") as archive:
    for path in sorted(pathlib.Path("site").rglob("*")):
        if path.suffix in {".html", ".css"}:
            archive.add(path)
    names = archive.getnames()
pathlib.Path("contents.txt").write_text("\n".join(names) + "\n")
