#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""paths.py ROOT: no file of the project names a folder of one machine, and none is large."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

MACHINE_PATH = re.compile(rb"(?<![\w.-])/(?:work|farm|root|home/\w+)/[\w.]")
LARGEST = 1_000_000


def project_files(root: pathlib.Path) -> list:
    """What git knows or would add; without git, everything but builds."""
    if shutil.which("git") and (root / ".git").exists():
        command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True)
        if listed.returncode == 0:
            return [root / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    skipped = re.compile(r"build|\.git$|\.cache$")
    return [path for path in root.rglob("*") if not skipped.match(path.relative_to(root).parts[0])]


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    problems = []
    for path in sorted(p for p in project_files(root) if p.is_file()):
        content = path.read_bytes()
        if len(content) > LARGEST:
            problems.append(f"{path}: {len(content)} bytes")
        for number, line in enumerate(content.split(b"\n"), 1):
            if b"\0" not in content and MACHINE_PATH.search(line):
                problems.append(f"{path}:{number}: {line.decode(errors='replace').strip()[:120]}")
    print("\n".join(problems) or "no path of one machine, no large file")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
