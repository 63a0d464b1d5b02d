#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""xml.py ROOT XMLLINT: every SVG, template and data file in XML is well formed, and every
component symbol is drawn on the square that the canvas expects."""
import pathlib
import re
import subprocess
import sys

VIEW_BOX = 'viewBox="0 0 1000 1000"'


def main() -> int:
    root, xmllint = pathlib.Path(sys.argv[1]), sys.argv[2]
    patterns = ["icons/**/*.svg", "ui/**/*.ui", "data/*.xml", "data/*.xml.in"]
    files = sorted(path for pattern in patterns for path in root.glob(pattern))
    status = subprocess.run([xmllint, "--noout", *map(str, files)]).returncode
    for symbol in sorted(root.glob("icons/*Components/**/*.svg")):
        if VIEW_BOX not in re.sub(r"\s+", " ", symbol.read_text()):
            print(f"{symbol}: a symbol has {VIEW_BOX}")
            status = 1
    return status


sys.exit(main())
