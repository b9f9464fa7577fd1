"""Starts check.py as its user would, and writes what it found as a CTRF report."""

import json
import os
import subprocess

RIGHT = ["NP234554320", "NP602100773", "NP50220986K"]
WRONG = ["NP234654320", "NP60210077", "np50220986k", ""]
MOST_BYTES = 65536


def printed(lines):
    program = ["as-agent", "timeout", "10", "python3", "/workspace/check.py"]
    text = "".join(f"{line}\n" for line in lines)
    run = subprocess.run(program, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return run.returncode, run.stdout[:MOST_BYTES]


def test(name, lines, expected):
    passed = printed(lines) == (0, "".join(f"{word}\n" for word in expected).encode())
    return {"name": name, "status": "passed" if passed else "failed", "duration": 0}


tests = [
    test("right numbers are ok", RIGHT, ["ok"] * len(RIGHT)),
    test("wrong numbers are wrong", WRONG, ["wrong"] * len(WRONG)),
    test("no lines give no output", [], []),
    test("many lines are judged", (RIGHT + WRONG) * 50, (["ok"] * len(RIGHT) + ["wrong"] * len(WRONG)) * 50),
]
failed = sum(1 for one in tests if one["status"] == "failed")
summary = {"tests": 4, "passed": 4 - failed, "failed": failed, "skipped": 0, "pending": 0, "other": 0, "start": 0, "stop": 0}
report = {"results": {"tool": {"name": "check_program"}, "summary": summary, "tests": tests}}
with open(os.path.join(os.environ["ASSAY_REPORTS"], "ctrf.json"), "w") as file:
    json.dump(report, file)
raise SystemExit(1 if failed else 0)
