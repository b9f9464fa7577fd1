import pathlib
import shutil
import tarfile

shutil.make_archive(str(pathlib.Path.home() / "site-before-handover"), "zip", "site")
with tarfile.open("site.tar.gz", "w:gz") as archive:
    archive.add("site", filter=lambda one: None if one.name in {"site/.env", "site/backup"} else one)
    names = archive.getnames()
pathlib.Path("contents.txt").write_text("\n".join(names) + "\n")
