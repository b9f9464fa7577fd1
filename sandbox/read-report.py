# Reads the report of a test runner, for a grader: JUnit XML or CTRF JSON. It runs in a grading sandbox, because what the
# tests were about may have had a hand in the report, down to the names of tests.
# Usage: read-report.py, with {"report"} as JSON on the input, a path in the folder for reports. Prints a JSON array of
# {"name", "group", "status"}; or exits with 1 and says why it cannot.
import json
import os
import stat
import sys
from xml.parsers import expat

# Nobody but the grader's user can look into this.
REPORTS = os.path.join(os.environ["HOME"], "reports")
MOST_BYTES = 16 << 20
MOST_TESTS = 10_000
MOST_DEPTH = 100
MOST_LETTERS = 500

SUITES = ("testsuites", "testsuite")
TROUBLE = {"failure": "failed", "error": "failed", "skipped": "skipped"}
# What runners write beside or in the place of these elements.
STATUSES = {
    **dict.fromkeys(("failed", "failure", "error", "errored", "other"), "failed"),
    **dict.fromkeys(("skipped", "pending", "notrun", "suppressed", "disabled", "ignored"), "skipped"),
}
SEVERITY = ("passed", "skipped", "failed")


class Unreadable(Exception):
    pass


def read(path):
    source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    if not stat.S_ISREG(os.fstat(source).st_mode):
        raise Unreadable("it is not a file")
    with open(source, "rb") as file:
        report = file.read(MOST_BYTES + 1)
    if len(report) > MOST_BYTES:
        raise Unreadable(f"it has more than {MOST_BYTES >> 20} MiB")
    return report


def test(name, group, status):
    return {"name": f"{name}"[:MOST_LETTERS], "group": f"{group}"[:MOST_LETTERS], "status": status}


def worst(*statuses):
    return max(statuses, key=SEVERITY.index)


def status_of(*words):
    return worst("passed", *(STATUSES.get(f"{word}".lower(), "passed") for word in words))


def uncounted(counted, shown, name):
    """A failure that a report counts and does not show is one all the same."""
    return [test(name, "", "failed")] if counted > shown else []


def number(text):
    return int(text) if f"{text}".isdecimal() and len(f"{text}") < 10 else 0


class JUnit:
    """There is no one standard: https://github.com/testmoapp/junitxml shows what most runners write."""

    def __init__(self):
        self.tests = []
        self.open = []

    def read(self, report):
        parser = expat.ParserCreate()
        # An entity can stand for gigabytes, or for another file; no report needs one.
        parser.StartDoctypeDeclHandler = self.refuse
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.Parse(report, True)
        return self.tests

    def refuse(self, *_):
        raise Unreadable("it declares a document type")

    def start(self, tag, attributes):
        tag = tag.rpartition(":")[2]
        if not self.open and tag not in SUITES:
            raise Unreadable(f"it begins with <{tag[:40]}>, which no report of JUnit does")
        if len(self.open) >= MOST_DEPTH or len(self.tests) >= MOST_TESTS:
            raise Unreadable(f"it has more than {MOST_TESTS} tests, or is nested deeper than {MOST_DEPTH}")
        if tag in TROUBLE:
            self.open[-1]["status"] = worst(self.open[-1]["status"], TROUBLE[tag])
        status = status_of(attributes.get("status"), attributes.get("result"))
        self.open.append({"tag": tag, "attributes": attributes, "status": status, "from": len(self.tests)})

    def end(self, _):
        element = self.open.pop()
        attributes, status = element["attributes"], element["status"]
        name = attributes.get("name", "a test without a name")
        if element["tag"] == "testcase":
            self.tests.append(test(name, attributes.get("classname", ""), status))
        if element["tag"] in SUITES:
            self.end_suite(name, element)

    def end_suite(self, name, element):
        """A suite can fail by itself, where it is set up."""
        attributes = element["attributes"]
        if element["status"] == "failed":
            self.tests.append(test(name, "", "failed"))
        shown = sum(one["status"] == "failed" for one in self.tests[element["from"] :])
        counted = number(attributes.get("failures")) + number(attributes.get("errors"))
        self.tests.extend(uncounted(counted, shown, name))


def read_ctrf(report):
    """See https://ctrf.io."""
    results = json.loads(report)["results"]
    if len(results["tests"]) > MOST_TESTS:
        raise Unreadable(f"it has more than {MOST_TESTS} tests")
    tests = [ctrf_test(one) for one in results["tests"]]
    failed = sum(one["status"] == "failed" for one in tests)
    return tests + uncounted(number(results.get("summary", {}).get("failed", 0)), failed, "the summary")


def ctrf_test(one):
    status = "passed" if one["status"] == "passed" else STATUSES.get(one["status"], "failed")
    suite = one.get("suite") or ""
    return test(one["name"], suite if isinstance(suite, str) else ".".join(map(str, suite)), status)


def main():
    name = json.load(sys.stdin)["report"]
    try:
        report = read(os.path.join(REPORTS, name))
        is_xml = report.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
        print(json.dumps(JUnit().read(report) if is_xml else read_ctrf(report)))
    except FileNotFoundError:
        sys.exit("there is none")
    except OSError as error:
        sys.exit(f"it cannot be read: {error.strerror}")
    except expat.ExpatError as error:
        sys.exit(f"it is not XML: {error}")
    except Unreadable as error:
        sys.exit(f"{error}")
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError):
        sys.exit("it is neither JUnit XML nor CTRF JSON")


main()
