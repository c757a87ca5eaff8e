"""Finds or installs Lockstep, and makes builds find it."""

import glob
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
from typing import List, NamedTuple

from options import MARKER, Options
from running import Trouble, say, show_end
from words import name_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Of the package's recommendations, those that programs and this script use.
BESIDE_THE_DEB = ["bubblewrap", "libthrust-dev", "libcub-dev", "libomp-19-dev", "python3-numpy", "python3-venv"]


class Lockstep(NamedTuple):
    program: str
    version: str
    python: str  # in which its package is


def state_folder() -> str:
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.environ.get("HOME") or "/tmp", ".cache")
    return os.path.abspath(os.environ.get("LOCKSTEP_CI_STATE") or os.path.join(caches, "lockstep-ci"))


def key() -> str:
    """Changes with the sources and the system."""
    names = (".git", ".venv", ".ccache", "__pycache__")
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(ROOT):
        if MARKER in files:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name not in names and not name.startswith("build"))
        for path in sorted(os.path.join(folder, name) for name in files):
            if os.path.isfile(path) and not os.path.islink(path):
                digest.update(os.fsencode(os.path.relpath(path, ROOT)) + b"\0" + sha256_of(path).encode())
    system = dict(re.findall(r'(?m)^(ID|VERSION_ID)="?([^"\n]*)', pathlib.Path("/etc/os-release").read_text()))
    return "lockstep-" + re.sub("[^A-Za-z0-9.-]", "", f"{system.get('ID')}-{system.get('VERSION_ID', '')}") + "-" + digest.hexdigest()[:32]


def sha256_of(file: str) -> str:
    digest = hashlib.sha256()
    with open(file, "rb") as stream:
        for part in iter(lambda: stream.read(1 << 20), b""):
            digest.update(part)
    return digest.hexdigest()


class Installer:
    def __init__(self, options: Options, log: str) -> None:
        self._options, self._log, self._state = options, log, state_folder()
        self._program, self._python = "", "python3"

    def run(self) -> Lockstep:
        for name in ("given", "bin"):
            os.makedirs(f"{self._state}/{name}", exist_ok=True)
        open(self._log, "wb").close()
        present = shutil.which(self._options.lockstep or "lockstep")
        if self._options.install:
            self._install([self._given(given) for given in self._options.install])
        elif present:
            self._program = present
            if not self._options.lockstep and os.access(f"{self._state}/environment/bin/python", os.X_OK):  # of an earlier call, perhaps
                self._python = f"{self._state}/environment/bin/python"
        elif self._options.lockstep:
            raise Trouble(f"there is no such program: {self._options.lockstep}")
        else:
            self._install_from_source()
        self._program = os.path.abspath(self._program)
        version = _version_of(self._program)
        self._offer(version)
        return Lockstep(self._program, version, self._python)

    def _logged(self, command: List[str], sentence: str, lines: int, folder: str = ".") -> None:
        with open(self._log, "ab") as log:
            failed = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder).returncode
        if failed:
            show_end(self._log, lines)
            raise Trouble(sentence)

    def _apt_install(self, packages: List[str]) -> None:
        words = " ".join(packages)
        if not shutil.which("apt-get"):
            raise Trouble(f"these packages are missing, and there is no apt-get: {words}")
        if os.geteuid() and not shutil.which("sudo"):
            raise Trouble(f"only root can install packages, and there is no sudo: {words}")
        apt = ["sudo"] if os.geteuid() else []
        apt += ["env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
        sentence = f"these packages could not be installed: {words}"
        self._logged([*apt, "update", "-q"], sentence, 15)
        self._logged([*apt, "install", "-qy", "--no-install-recommends", *packages], sentence, 15)

    def _given(self, given: str) -> str:
        """The path of a file that is given by its path or address, after its digest has been compared."""
        given, has_digest, digest = given.rpartition("#sha256=") if "#sha256=" in given else (given, "", "")
        if re.match("https?://", given):
            file = self._fetched(given, bool(has_digest))
        else:
            if not given.endswith((".whl", ".deb")):
                raise Trouble(f"neither a .whl nor a .deb: {given}")
            if not os.path.isfile(given):
                raise Trouble(f"there is no such file: {given}")
            file = os.path.realpath(given)
        if not os.path.getsize(file):
            raise Trouble(f"the file is empty: {given}")
        if has_digest and sha256_of(file) != digest.lower():
            raise Trouble(f"the file has another SHA-256 than {digest[:64]}: {given}")
        return file

    def _fetched(self, address: str, has_digest: bool) -> str:
        name = re.split("[?#]", address)[0].rpartition("/")[2].replace("%2B", "+")
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+~-]*\.(whl|deb)", name):
            raise Trouble(f"the address ends with no name of a .whl or .deb: {address}")
        if not has_digest and not address.startswith("https:"):
            raise Trouble(f"an address without https needs #sha256=HEX: {address}")
        if not shutil.which("curl"):
            self._apt_install(["curl", "ca-certificates"])
        file = f"{self._state}/given/{name}"
        protocols = "=http,https" if has_digest else "=https"
        command = ["curl", "-sSfL", "--proto", protocols, "--retry", "3", "--max-time", "900", "-o", file, "--", address]
        self._logged(command, f"could not be fetched: {address}", 3)
        return file

    def _install(self, files: List[str]) -> None:
        packages, wheels = ([file for file in files if file.endswith(end)] for end in (".deb", ".whl"))
        if packages:
            self._apt_install([*packages, *BESIDE_THE_DEB])
            self._python, self._program = "/usr/bin/python3", "/usr/bin/lockstep"
        # With what this Python has, so that a project's own packages are there.
        if subprocess.run([self._python, "-c", "import ensurepip"], stderr=subprocess.DEVNULL).returncode:
            self._apt_install(["python3-venv"])
        environment = f"{self._state}/environment"
        self._logged([self._python, "-m", "venv", "--clear", "--system-site-packages", environment],
                     f"{self._python} makes no virtual environment", 5)  # fmt: skip
        self._python = f"{environment}/bin/python"
        if wheels:
            self._logged([self._python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wheels],
                         "the wheels could not be installed", 5)  # fmt: skip
            self._program = f"{environment}/bin/lockstep"

    def _install_from_source(self) -> None:
        if not os.access(ROOT / "lockstep", os.X_OK):
            raise Trouble("no Lockstep: give --install FILE; this script lies in no checkout that could be built")
        built = f"{self._state}/built/{key()}"
        if not glob.glob(f"{glob.escape(built)}/*.deb"):
            say(f"building Lockstep from {ROOT}; this takes a while, once for each version")
            self._logged(["./lockstep", "package", "deb"], "Lockstep could not be built", 25, str(ROOT))
            os.makedirs(built, exist_ok=True)
            for package in (ROOT / "build/packages").glob("lockstep-cuda_*.deb"):
                shutil.copy(package, built)
        self._install(sorted(glob.glob(f"{glob.escape(built)}/*.deb")))

    def _offer(self, version: str) -> None:
        """For builds: as if nvcc were this program. Wheels have no layout of a toolkit, in which CMake looks for more than the compiler."""
        flags = "" if self._options.mode == "run" else "--lockstep-mode=check"
        compiler = pathlib.Path(self._state, "bin/lockstep-nvcc")
        compiler.write_text(f'#!/bin/sh\nexec {shlex.quote(self._program)} nvcc "$@"\n')
        compiler.chmod(0o755)
        # A folder that is on it already keeps its place: /usr/bin first would hide the Python of a project.
        if shutil.which("lockstep") != self._program:
            folder = os.path.dirname(self._program)
            os.environ["PATH"] = f"{folder}:{os.environ.get('PATH', '')}"
            if os.environ.get("GITHUB_PATH"):
                with open(os.environ["GITHUB_PATH"], "a") as paths:
                    paths.write(folder + "\n")
        os.environ.update(PATH=f"{os.environ.get('PATH', '')}:{self._state}/bin", NVCC=f"lockstep-nvcc {flags}")
        say(f"using {version}: {name_of(self._program)}")
        asked = subprocess.run([self._program, "nvcc", "--lockstep-toolkit"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)  # fmt: skip
        toolkit = os.fsdecode(asked.stdout.rstrip(b"\n"))
        if asked.returncode == 0 and os.path.isdir(toolkit):
            os.environ.update(CUDA_PATH=toolkit, CUDAToolkit_ROOT=toolkit, CUDAFLAGS=f"{flags} {os.environ.get('CUDAFLAGS', '')}",
                              CUDACXX=shutil.which("lockstep-nvcc") or str(compiler))  # fmt: skip
        elif self._options.build:
            say("makefiles find $(NVCC); CMake needs the .deb, because wheels have no layout of a toolkit")


def _version_of(program: str) -> str:
    asked = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    words = asked.stdout.decode("utf-8", "replace").rstrip("\n")
    if asked.returncode or not re.match(r"lockstep [0-9]+\.[0-9]+\.[0-9]+", words):
        raise Trouble(f"{program} does not start: {words[:300]}")
    return words[:40]
