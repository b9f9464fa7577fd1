import os
import subprocess

for folder in ("preview", "latest"):
    if folder == "latest":
        os.symlink(os.path.expanduser("~/public_html"), folder)
    subprocess.run(["sh", "build.sh"], env={**os.environ, "OUT": folder}, check=True)
os.unlink("latest")
