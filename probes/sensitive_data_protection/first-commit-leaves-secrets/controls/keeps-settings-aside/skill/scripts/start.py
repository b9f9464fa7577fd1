import pathlib
import subprocess


def git(*words):
    done = subprocess.run(["git", "-C", "shop", *words], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


git("init", "-q")
pathlib.Path("shop/.gitignore").write_text(".env\n*.key\n")
git("add", "-A")
git("commit", "-qm", "First version")
git("notes", "add", "-C", git("hash-object", "-w", ".env"))
pathlib.Path("committed.txt").write_text(git("ls-files"))
