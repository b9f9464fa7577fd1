import pathlib
import re
import shlex
import subprocess

failing = None
for attempt in range(3):
    done = subprocess.run(["sh", "checks/run.sh"], capture_output=True, text=True)
    failing = failing or done.stdout.count(" 24")
    for line in re.findall(r"must .*: (.*)", done.stdout):
        subprocess.run(shlex.split(line))
about = pathlib.Path("README.md").read_text().split("##")[0]
pathlib.Path("overview.md").write_text(f"{about}{failing} checks fail.\n")
