#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packages.py ROOT: the table .ci/packages names what the build and the tests look for.

Looked for is what meson.build files find, what meson's modules find on their behalf, what C
includes, what resources are preprocessed with, and what scripts import, load, run or ask for.
All of it has a row, for `build` unless it may be absent from a build; each row is looked for;
and where dpkg knows the package, the thing is in it.
"""
import ast
import pathlib
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

TABLE = ".ci/packages"
# What meson's modules run; a function that is not here gets its line here first.
MODULES = {"fs": (), "gnome": (), "i18n": ("msgfmt", "msginit", "msgmerge", "xgettext")}
GNOME = {
    "compile_resources": ("glib-compile-resources",),
    "compile_schemas": ("glib-compile-schemas",),
    "post_install": (),
}
POST_INSTALL = {
    "glib_compile_schemas": "glib-compile-schemas",
    "gtk_update_icon_cache": "gtk-update-icon-cache",
    "update_desktop_database": "update-desktop-database",
    "update_mime_database": "update-mime-database",
}
PREPROCESS = {"xml-stripblanks": "xmllint", "json-stripblanks": "json-glib-format", "to-pixdata": "gdk-pixbuf-pixdata"}
# Of C, POSIX and Linux (libc6-dev depends on linux-libc-dev): what stands for them in the table is stdio.h.
STANDARD = set(
    """assert ctype dirent dlfcn errno fcntl fenv float inttypes limits linux/mman locale malloc math poll pthread sched
    setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string strings sys/file sys/mman
    sys/mount sys/resource sys/stat sys/time sys/types sys/wait sys/xattr time unistd wchar xmmintrin""".split()
)
# What every Debian has, or what is done without where it is absent.
SYSTEM = {"apt-get", "dpkg-query", "sudo", "unshare", "sh"}


class Row(NamedTuple):
    when: str
    kind: str
    name: str
    package: str


class Need(NamedTuple):
    kind: str
    names: tuple  # any of them will do
    where: str
    for_build: bool = False


def table_rows(root):
    lines = (line.split("#")[0].split() for line in (root / TABLE).read_text().splitlines())
    return [Row(*words) for words in lines if words]


def calls(text, name):
    """(leading literal arguments, all arguments) of each call of a function in a meson.build."""
    for call in re.finditer(rf"(?<!\w){name}\s*\(", text):
        depth, end = 1, call.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        arguments = text[call.end() : end - 1]
        leading = re.match(r"(?:\s*'[^']*'\s*(?:,|$))*", arguments)[0]
        yield tuple(re.findall(r"'([^']*)'", leading)), arguments


def meson_needs(path):
    text = re.sub(r"#[^\n]*", "", path.read_text())
    found = []

    def need(kind, names, arguments=""):
        found.append(Need(kind, tuple(names), str(path), not re.search(r"required:\s*false", arguments)))

    for names, arguments in calls(text, "find_program"):
        if not any((path.parent / name).is_file() for name in names):
            need("program", names, arguments)
    for names, arguments in calls(text, "run_command"):
        if names:
            need("program", names[:1])
    for names, arguments in calls(text, "dependency"):
        need("pkgconfig", names, arguments)
    for names, arguments in calls(text, "find_library"):
        need("library", names, arguments)
        for header in re.findall(r"has_headers:\s*\[?'([^']*)'", arguments):
            need("header", [header], arguments)
    for names, _ in calls(text, "import"):
        for program in MODULES.get(names[0], [f"(of the module {names[0]})"]):
            need("program", [program])
    for function in re.findall(r"(?<!\w)gnome\.(\w+)", text):
        for program in GNOME.get(function, [f"(of gnome.{function})"]):
            need("program", [program])
    for _, arguments in calls(text, r"gnome\.post_install"):
        for option in re.findall(r"(\w+):\s*true", arguments):
            need("program", [POST_INSTALL.get(option, f"(of {option})")])
    for names, _ in calls(text, "project"):
        for program in ("gcc", "meson", "ninja", "pkg-config"):
            need("program", [program])
    return found


def c_needs(path):
    for name in re.findall(r"^\s*#\s*include\s*<([^>]+)>", path.read_text(), re.M):
        yield Need("header", ("stdio.h" if name.removesuffix(".h") in STANDARD else name,), str(path), True)


def resource_needs(path):
    for words in re.findall(r'preprocess="([^"]*)"', path.read_text()):
        for how in words.split(","):
            yield Need("program", (PREPROCESS.get(how, f"(of {how})"),), str(path), True)


def python_needs(path, local):
    for node in ast.walk(ast.parse(path.read_text())):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = [node.module]
        for module in {name.split(".")[0] for name in modules} - local - sys.stdlib_module_names:
            yield Need("python", (module,), str(path))
        if isinstance(node, ast.Call):
            yield from call_needs(node, path)


def call_needs(call, path):
    name = ast.unparse(call.func)
    first = call.args[0] if call.args else None
    words = [a.value for a in call.args if isinstance(a, ast.Constant)]
    if name.startswith("subprocess.") and isinstance(first, ast.List) and isinstance(first.elts[0], ast.Constant):
        yield Need("program", (first.elts[0].value,), str(path))
    elif name == "shutil.which" and words:
        yield Need("program", (words[0],), str(path))
    elif name.endswith("CDLL") and words:
        yield Need("library", (words[0],), str(path))
    elif name.endswith("require_version") and len(words) == 2:
        yield Need("typelib", ("-".join(words),), str(path))


def shell_needs(path):
    text = re.sub(r"^\s*#[^\n]*", "", path.read_text(), flags=re.M)
    for program in re.findall(r"(?:\bcommand -v|\bneed) ([a-zA-Z][\w.-]*)", text):
        yield Need("program", (program,), str(path))
    for library in re.findall(r'CDLL\("([^"]+)"\)', text):
        yield Need("library", (library,), str(path))


def scripts(root):
    """(language, path) of each script."""
    places = [root / "run", *(root / ".ci").glob("*"), *(root / "tests").rglob("*")]
    for path in sorted(p for p in places if p.is_file() and p.suffix in ("", ".py")):
        first = path.read_bytes().split(b"\n")[0]
        if path.suffix == ".py" or (first.startswith(b"#!") and b"python" in first):
            yield "python", path
        elif first.startswith(b"#!"):
            yield "shell", path


def all_needs(root):
    for folder in ("", "src", "data", "icons", "po", "tests"):
        pattern = "meson.build" if folder == "" else f"{folder}/**/meson.build"
        for path in sorted(root.glob(pattern)):
            yield from meson_needs(path)
    for path in sorted(p for pattern in ("src/**/*.[ch]", "tests/**/*.[ch]") for p in root.glob(pattern)):
        yield from c_needs(path)
    for path in sorted(root.glob("data/*.gresource.xml")):
        yield from resource_needs(path)
    listed = list(scripts(root))
    local = {p.stem for _, p in listed} | {p.parent.name for _, p in listed}
    for language, path in listed:
        yield from python_needs(path, local) if language == "python" else shell_needs(path)


def is_row_of(row, kind, name):
    """A header's row may name its folder, or what its name begins with."""
    if row.kind != kind:
        return False
    return row.name == name or (kind == "header" and bool(re.match(re.escape(row.name) + r"[./-]", name)))


def need_faults(rows, needs):
    for need in needs:
        if need.kind == "program" and need.names and SYSTEM.issuperset(need.names):
            continue
        found = [row for row in rows for name in need.names if is_row_of(row, need.kind, name)]
        what = f"{need.where}: the {need.kind} {' or '.join(need.names)}"
        if not need.names:
            yield f"{need.where}: a {need.kind} is looked for by a variable; name it"
        elif not found:
            yield f"{what} has no row in {TABLE}"
        elif need.for_build and all(row.when != "build" for row in found):
            yield f"{what} is needed by every build, but not by its row in {TABLE}"


def idle_rows(root, rows, needs):
    """Rows that nothing looks for; `file` is for what programs show themselves with, and
    programs may just be called by a script."""
    words = set()
    for language, path in scripts(root):
        if language == "shell":
            words |= set(re.findall(r"[\w.-]+", path.read_text()))
    wanted = {(need.kind, name) for need in needs for name in need.names}
    for row in rows:
        used = any(is_row_of(row, *want) for want in wanted)
        if row.kind != "file" and not used and not (row.kind == "program" and row.name in words):
            yield f"{TABLE}: nothing looks for the {row.kind} {row.name}"


def place_of(row):
    """What the path of a row's thing ends with, as an expression."""
    name = re.escape(row.name)
    return {
        "program": rf"/s?bin/{name}$",
        "header": rf"/include/(?:.*/)?{name}(?:$|[./-])",
        "pkgconfig": rf"/pkgconfig/{name}\.pc$",
        "library": rf"/{name}$" if ".so" in row.name else rf"/lib{name}\.(?:so|a)$",
        "python": rf"/dist-packages/{name}(?:$|[./-])",
        "typelib": rf"/girepository-1\.0/{name}\.typelib$",
        "file": rf"/{name}$",
    }[row.kind]


def paths_of(package):
    """Files of an installed package; None if it is not installed."""
    listed = subprocess.run(["dpkg-query", "--listfiles", package], capture_output=True, text=True)
    return None if listed.returncode else listed.stdout


def misplaced_rows(rows):
    for row in rows:
        paths = paths_of(row.package)
        if paths is None:
            continue
        if row.package == "python3":  # its program is in what it depends on
            paths += paths_of("python3-minimal") or ""
        if not re.search(place_of(row), paths, re.M):
            yield f"{TABLE}: the {row.kind} {row.name} is not in the package {row.package}"


def faults(root):
    rows, needs = table_rows(root), list(all_needs(root))
    found = [*need_faults(rows, needs), *idle_rows(root, rows, needs)]
    if shutil.which("dpkg-query"):
        found += misplaced_rows(rows)
    return sorted(set(found))


def main() -> int:
    found = faults(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "everything that is looked for has a package")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
