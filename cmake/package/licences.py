"""The licences of Debian's files, by their packages."""

import pathlib
import re
import subprocess


def package_of(path):
    """The installed package with this file. Packages may name it by /lib or by /usr/lib."""
    path = pathlib.Path(path).resolve()
    spelled = [str(path), str(path).removeprefix("/usr")]
    for each in spelled:
        done = subprocess.run(["dpkg-query", "-S", each], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    raise SystemExit(f"package: no package has {path}, so its licence is not known")


def write_licences(packages, folder):
    """For each package its copyright file, the texts which that refers to, and a list with versions and sources."""
    folder.mkdir(parents=True, exist_ok=True)
    listed, texts = [], set()
    for package in sorted(packages):
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(encoding="utf-8", errors="replace")
        (folder / f"{package}.txt").write_text(text, encoding="utf-8")
        texts |= set(re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text))
        listed.append(subprocess.run(["dpkg-query", "-Wf", "${Package} ${Version}, source ${source:Package} ${source:Version}\n", package],
                                     check=True, capture_output=True, text=True).stdout.splitlines()[0])
    for name in sorted(texts):
        path = pathlib.Path("/usr/share/common-licenses") / name
        if path.exists():
            (folder / f"{name}.txt").write_bytes(path.read_bytes())
    (folder / "PACKAGES.txt").write_text(
        "Files of these packages of Debian are in this wheel. Debian has their sources: https://snapshot.debian.org\n\n" + "\n".join(listed) + "\n")
