#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""format.py ROOT CLANG_FORMAT: every C file is laid out as .clang-format says."""
import pathlib
import subprocess
import sys


def main() -> int:
    root, clang_format = pathlib.Path(sys.argv[1]), sys.argv[2]
    files = [str(p) for folder in ("src", "tests") for p in sorted((root / folder).rglob("*.[ch]"))]
    command = [clang_format, "--dry-run", "--Werror", f"--style=file:{root / '.clang-format'}"]
    return subprocess.run([*command, *files]).returncode if files else 0


sys.exit(main())
