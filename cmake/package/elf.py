"""What programs and libraries need of one another, by readelf and nm."""

import pathlib
import re
import subprocess

# What every Linux with glibc and a C++ program on it has (PEP 600 allows more, which a bare system lacks).
OF_EVERY_SYSTEM = {"libc.so.6", "libm.so.6", "libmvec.so.1", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1", "libresolv.so.2", "ld-linux-x86-64.so.2",
                   "libstdc++.so.6", "libgcc_s.so.1"}


def _said(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def dynamic_files(folder):
    """The programs and shared libraries in a folder and below."""
    return [path for path in sorted(pathlib.Path(folder).rglob("*"))
            if path.is_file() and is_elf(path) and "Dynamic section" in _said("readelf", "-dW", path)]


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", _said("readelf", "-dW", path))


def versions_needed(path):
    """{"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30)}: the newest of each that the file asks other libraries for."""
    asked, newest = _said("readelf", "-VW", path).partition("Version needs section")[2], {}
    for family, number in re.findall(r"Name: ([A-Z]+)_(\d[\d.]*)", asked):
        newest[family] = max(newest.get(family, ()), tuple(map(int, number.split("."))))
    return newest


def library(soname):
    """The file of this system's library."""
    path = pathlib.Path("/usr/lib/x86_64-linux-gnu") / soname
    if not path.exists():
        raise SystemExit(f"package: the library {soname} is not installed")
    return path.resolve()


def _symbols(path, which):
    """{name: (type, version or None)} of a library's dynamic symbols."""
    found = {}
    for line in _said("nm", "-D", which, path).splitlines():
        match = re.fullmatch(r"(?:[0-9a-f]+)?\s+([A-Za-z])\s+([^@]+)(?:@@?(.+))?", line)
        if match:
            found[match[2]] = (match[1], match[3])
    return found


def write_stand_in(soname, users, into):
    """A library in the place of one whose functions are never entered: it has the symbols that `users` name, and ends the process in each."""
    has, wanted = _symbols(library(soname), "--defined-only"), set()
    for user in users:
        wanted |= set(_symbols(user, "--undefined-only"))
    code, by_version = [], {}
    for name in sorted(wanted & has.keys()):
        kind, version = has[name]
        code.append(f"char {name}[64];" if kind in "BDVR" else f"void {name}(void) {{ __builtin_trap(); }}")
        by_version.setdefault(version, []).append(name)
    assert code, f"nothing needs {soname}"
    source, script = into / f"{soname}.c", into / f"{soname}.map"
    source.write_text("\n".join(code) + "\n")
    script.write_text("".join(f"{version} {{ global: {'; '.join(names)}; }};\n" for version, names in by_version.items() if version))
    _said("clang-19", "-w", "-Os", "-shared", "-fPIC", "-nostdlib", "-fuse-ld=lld-19", f"-Wl,-soname,{soname}", "-Wl,-s",
          *([f"-Wl,--version-script={script}"] if script.stat().st_size else []), source, "-o", into / soname)
    source.unlink()
    script.unlink()
