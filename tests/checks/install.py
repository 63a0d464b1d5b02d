#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""install.py MESON BUILD PREFIX: an installation that is moved finds its own library and languages.

Installs the build into a temporary root, where nothing of the chosen prefix exists, and asks
the command line there for the components it knows, its help in German, a run of an installed example and a plot of it.
"""
import os
import pathlib
import subprocess
import sys
import tempfile


def main() -> int:
    meson, build, prefix = sys.argv[1:4]
    environment = {k: v for k, v in os.environ.items() if k not in ("DASHPOT_DATADIR", "DESTDIR", "TEXTDOMAINDIR")}
    with tempfile.TemporaryDirectory() as root:
        install = [meson, "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root]
        subprocess.run(install, check=True, env=environment)
        # Away from DESTDIR's own path, so that only the place of the program counts.
        moved = pathlib.Path(root, "moved")
        pathlib.Path(root + prefix).rename(moved)
        cli = moved / "bin" / "dashpot-cli"
        listed = subprocess.run([cli, "components"], env=environment, capture_output=True, text=True)
        if listed.returncode or "TranslationalComponents" not in listed.stdout:
            print(f"dashpot-cli components: status {listed.returncode}\n{listed.stdout}{listed.stderr}")
            return 1
        german = subprocess.run([cli, "--help"], env={**environment, "LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, capture_output=True, text=True).stdout
        if "Verben:" not in german:
            print(f"dashpot-cli --help is not German:\n{german}")
            return 1
        example = moved / "share" / "dashpot" / "examples" / "oscillator.dyad"
        run = [cli, "run", example, "-o", pathlib.Path(root, "out.csv")]
        if subprocess.run(run, env=environment).returncode:
            return 1
        # The verbs that draw are a program of their own, which must be found and find its data, too.
        plot = [cli, "plot", example, "-o", pathlib.Path(root, "out.svg")]
        return subprocess.run(plot, env=environment).returncode


sys.exit(main())
