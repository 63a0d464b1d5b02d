#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""summary.py TESTLOG: names what was skipped or failed and counts the test programs.

TESTLOG is meson's meson-logs/testlog.json, one JSON object per line. The last line printed
is `N passed, N failed`, with `, N skipped` if any. Status 0 only if none failed and some passed.
"""
import json
import pathlib
import sys

PASSED = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}


def main() -> int:
    log = pathlib.Path(sys.argv[1])
    tests = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    passed = [t for t in tests if t["result"] in PASSED]
    skipped = [t for t in tests if t["result"] in SKIPPED]
    failed = [t for t in tests if t["result"] not in PASSED | SKIPPED]
    for what, group in (("skipped", skipped), ("failed", failed)):
        if group:
            print(f"{what}:", *(test["name"].split(" / ")[-1] for test in group))
    print(f"{len(passed)} passed, {len(failed)} failed" + (f", {len(skipped)} skipped" if skipped else ""))
    return bool(failed) or not passed


sys.exit(main())
