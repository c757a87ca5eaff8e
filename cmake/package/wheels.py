#!/usr/bin/env python3
"""wheels.py PIP INTO [app|compiler]: the wheels of what ./lockstep has built, or one of them.

lockstep-cuda           the wheel of pyproject.toml, with the libraries that it loads and a bare system lacks
lockstep-cuda-compiler  clang 19 with its libraries and headers, OpenBLAS, and what host code is compiled and linked with: Debian's
                        files. It is numbered as clang is, so a new Lockstep needs no new one.

Both lie in the same site-packages, and find one another by relative paths (shared/base/find_tool.cpp). Their tags name the glibc that
their files ask for.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import elf  # noqa: E402
import licences  # noqa: E402
import wheel_file  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = "lockstep_cuda_compiler"
LLVM = pathlib.Path("/usr/lib/llvm-19")
GCC = "usr/lib/gcc/x86_64-linux-gnu/12"
LIBRARIES = "usr/lib/x86_64-linux-gnu"

# The compiler's programs, and their names in the wheel: clang chooses its language by its name, and wheels have no links.
PROGRAMS = {"clang": ["clang-19", "clang++-19"], "lld": ["ld.lld-19"], "llvm-symbolizer": ["llvm-symbolizer-19"]}
# Libraries that LLVM is linked with for what Lockstep never does: solving, Windows manifests, interactive lines, downloads.
NEVER_ENTERED = ["libz3.so.4", "libxml2.so.2", "libedit.so.2", "libcurl.so.4"]
# Libraries of the compiler's wheel that the other loads from there: LLVM's, and one that is too large, which cuBLAS is made of.
SHARED = ["libz.so.1", "libzstd.so.1", "libopenblas.so.0"]

# Host code is compiled against these files, so that what it needs of a system is in every system with this glibc. Headers and
# libraries of the system are searched after them.
SYSROOT = {
    "libc6-dev": [r"usr/include/.*", rf"{LIBRARIES}/(S?crt1|crti|crtn)\.o", rf"{LIBRARIES}/lib(c|m|mvec|resolv|anl)\.so",
                  rf"{LIBRARIES}/lib(c_nonshared|pthread|dl|rt|util)\.a"],
    "linux-libc-dev": [r"usr/include/(asm-generic|linux|x86_64-linux-gnu/asm)/.*"],
    "libcrypt-dev": [r"usr/include/crypt\.h"],
    "libstdc++-12-dev": [r"usr/include/.*", rf"{GCC}/libstdc\+\+\.so"],
    "libgcc-12-dev": [rf"{GCC}/crt(begin|end)S?\.o", rf"{GCC}/libgcc(_eh)?\.a", rf"{GCC}/libgcc_s\.so"],
    "libc6": [r"lib64/ld-linux-x86-64\.so\.2", r"lib/x86_64-linux-gnu/lib(c|m|mvec|resolv|anl)\.so\.\d"],
    "libstdc++6": [],  # the library that libstdc++.so of libstdc++-12-dev is a link to
    "libgcc-s1": [r"lib/x86_64-linux-gnu/libgcc_s\.so\.1"],
}
CONFIGURATION = """--sysroot=<CFGDIR>/../sysroot
-idirafter /usr/include
-L/usr/lib/x86_64-linux-gnu
-L/usr/lib64
"""


def run(*command):
    subprocess.run([str(word) for word in command], check=True)


def said(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755 if source.stat().st_mode & 0o111 else 0o644)


def set_search(path, folders):
    """Where a program or library looks for others: relative folders, after those that it has."""
    has = said("patchelf", "--print-rpath", path).strip()
    run("patchelf", "--set-rpath", ":".join([*filter(None, [has]), *(f"$ORIGIN/{folder}".removesuffix("/.") for folder in folders)]), path)


def bundle(sonames, folder, elsewhere=()):
    """Copies libraries and what they need into a folder, where they find one another; returns their packages."""
    packages, waiting = set(), list(sonames)
    while waiting:
        soname = waiting.pop()
        if soname in elf.OF_EVERY_SYSTEM or soname in elsewhere or (folder / soname).exists():
            continue
        copy(elf.library(soname), folder / soname)
        set_search(folder / soname, ["."])
        packages.add(licences.package_of(elf.library(soname)))
        waiting += elf.needed(folder / soname)
    return packages


def tag_of(folder):
    """The tag by the newest glibc that a file asks for. The libraries that programs are linked with name theirs as their own."""
    newest = max(elf.versions_needed(path).get("GLIBC", (2, 17)) for path in elf.dynamic_files(folder))
    return f"py3-none-manylinux_{newest[0]}_{newest[1]}_x86_64"


def write_information(info, name, version, summary, tag, more=""):
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: {summary}\nRequires-Python: >=3.9\n{more}")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: lockstep\nRoot-Is-Purelib: false\nTag: {tag}\n")


def files_of(package, patterns):
    """The files of an installed package whose paths match one of the patterns; links count as the files that they lead to."""
    for line in said("dpkg-query", "-L", package).splitlines():
        path = pathlib.Path(line)
        if path.is_file() and any(re.fullmatch(pattern, line[1:]) for pattern in patterns):
            yield path


def compiler_version():
    return re.search(r"version (\d+\.\d+\.\d+)", said(LLVM / "bin/clang", "--version"))[1]


def compiler(into):
    version = compiler_version()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = pathlib.Path(scratch)
        root = wheel / COMPILER
        packages = add_programs(root) | bundle(SHARED, root / "lib")
        for package, patterns in SYSROOT.items():
            for path in files_of(package, patterns):
                copy(path, root / "sysroot" / path.relative_to("/"))
            packages.add(package)
        (root / "__init__.py").write_text('"""The compiler of lockstep-cuda: clang 19 as Debian builds it, with its libraries and headers."""\n')
        info = wheel / f"{COMPILER}-{version}.dist-info"
        licences.write_licences(packages, info / "licenses")
        write_information(info, "lockstep-cuda-compiler", version, "The compiler that lockstep-cuda runs: clang 19, its libraries and headers", tag_of(wheel))
        return wheel_file.pack(wheel, into)


def add_programs(root):
    """clang, the linker, what they load, clang's own headers; returns their packages."""
    packages, programs = set(), []
    for program, names in PROGRAMS.items():
        for name in names:
            copy(LLVM / "bin" / program, root / "bin" / name)
            programs.append(root / "bin" / name)
        packages.add(licences.package_of(LLVM / "bin" / program))
    libraries = root / "lib"
    for soname in ("libLLVM.so.19.1", "libclang-cpp.so.19.1"):
        copy(elf.library(soname), libraries / soname)
        packages.add(licences.package_of(elf.library(soname)))
        programs.append(libraries / soname)
    for soname in NEVER_ENTERED:
        elf.write_stand_in(soname, programs, libraries)
    for each in programs:
        packages |= bundle(elf.needed(each), libraries)
    shutil.copytree(LLVM / "lib/clang/19/include", libraries / "clang/19/include")
    packages.add(licences.package_of(LLVM / "lib/clang/19/include/stddef.h"))
    for name in ("clang.cfg", "clang++.cfg"):
        (root / "bin" / name).write_text(CONFIGURATION)
    return packages


def app(pip, into):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        run(pip, "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", scratch, ROOT)
        (plain,) = scratch.glob("*.whl")
        wheel = scratch / "wheel"
        wheel_file.unpack(plain, wheel)
        (info,) = wheel.glob("*.dist-info")
        packages = add_libraries(wheel)
        licences.write_licences(packages, info / "licenses")
        metadata = (info / "METADATA").read_text(encoding="utf-8")
        required = f"Requires-Dist: lockstep-cuda-compiler=={compiler_version()}.*\n"
        (info / "METADATA").write_text(re.sub(r"(?m)^Requires-Dist: ", required + "Requires-Dist: ", metadata, count=1), encoding="utf-8")
        tags = (info / "WHEEL").read_text()
        (info / "WHEEL").write_text(re.sub(r"(?m)^Tag: .*$", f"Tag: {tag_of(wheel)}", tags))
        return wheel_file.pack(wheel, into)


def add_libraries(wheel):
    """What the app's programs and libraries load: in its own folder, or the compiler's wheel; returns the packages of the former."""
    bundled, shared = wheel / "lockstep/app/lib/lockstep/bundled", wheel / COMPILER / "lib"
    own = elf.dynamic_files(wheel)
    beside = {path.name for path in own} | {"libLLVM.so.19.1", "libclang-cpp.so.19.1", *SHARED}
    packages = set()
    for path in own:
        packages |= bundle(elf.needed(path), bundled, beside)
        set_search(path, [pathlib.Path(*[".."] * len(path.parent.relative_to(wheel).parts), folder.relative_to(wheel))
                          for folder in (bundled, shared)])
    return packages


def main():
    pip, into, *which = sys.argv[1:]
    into = pathlib.Path(into)
    into.mkdir(parents=True, exist_ok=True)
    for name, make in {"compiler": lambda: compiler(into), "app": lambda: app(pip, into)}.items():
        if not which or name in which:
            made = make()
            print(f"{made} ({made.stat().st_size / 1e6:.1f} MB)")


main()
