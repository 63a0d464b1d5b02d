#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""headers.py ROOT BUILD COMPILER: each header of src/ compiles alone, and twice.

The packages that a module's headers may need follow from the layers.
"""
import pathlib
import subprocess
import sys
import tempfile

PACKAGES = {
    "run": ["gobject-2.0"],
    "figure": ["gio-2.0", "cairo", "pangocairo", "librsvg-2.0"],
    "desk": ["gio-2.0", "cairo", "pangocairo", "librsvg-2.0"],
    "cli": ["gobject-2.0", "cairo", "pangocairo", "librsvg-2.0"],
    "ui": ["gtk4", "libadwaita-1", "gtksourceview-5", "librsvg-2.0"],
}
FLAGS = ["-fsyntax-only", "-std=gnu17", "-D_GNU_SOURCE", "-Wall", "-Werror"]


def compile_module(compiler: list, root: pathlib.Path, build: pathlib.Path, module: str) -> bool:
    """All headers of one module, one translation unit each, in one run of the compiler."""
    src = root / "src"
    headers = [path.relative_to(src) for path in sorted((src / module).rglob("*.h"))]
    packages = PACKAGES.get(module, ["glib-2.0"])
    probe = subprocess.run(["pkg-config", "--cflags", *packages], capture_output=True, text=True)
    if probe.returncode or not headers:
        return True
    with tempfile.TemporaryDirectory() as folder:
        units = []
        for header in headers:
            unit = pathlib.Path(folder, "-".join(header.with_suffix(".c").parts))
            unit.write_text(f'#include "{header.as_posix()}"\n' * 2)
            units.append(str(unit))
        includes = [f"-I{src}", f"-I{build / 'src'}", *probe.stdout.split()]
        return subprocess.run([*compiler, *FLAGS, *includes, *units]).returncode == 0


def main() -> int:
    root, build, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    modules = sorted(path.name for path in (root / "src").iterdir() if path.is_dir())
    return not all([compile_module(compiler, root, build, module) for module in modules])


sys.exit(main())
