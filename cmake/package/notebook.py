#!/usr/bin/env python3
"""notebook.py INTO: cuda/on_a_gpu as a notebook for a hosted GPU, on_a_gpu.ipynb, whose path is printed.

The notebook has what on_a_gpu reads of this checkout, so a GPU's host needs no access to it. Its cells unpack that, run on_a_gpu and
leave one file, which `cuda/on_a_gpu --keep` takes into a checkout.
"""

import base64
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
READ = ["cuda/on_a_gpu", "cuda/*.py", "cuda/device.cu", "tests/semantics", "tests/metrics", "tests/programs", "tests/modules", "tests/cccl", "tests/golden/simulator",
        "tests/sampling/*.py", "lessons/*.cu", "lessons/*.h", "lessons/*lesson.json", "lessons/pictures", "shared/lockstep", "shared/kernels",
        ":!lessons/*/wrong/*", ":!lessons/engine"]
RESULTS = "lockstep-gpu-results.tar"

ABOUT = f"""# Lockstep on a GPU

These cells build and run Lockstep's programs with nvcc on this machine's GPU, and compare what they print with the simulator's
results. They take nine minutes at most. Choose a runtime with a GPU, run all cells, and download `{RESULTS}`. In a checkout of
Lockstep:

    cuda/on_a_gpu --keep {RESULTS}

puts it where `lockstep compare` and tests/golden read it."""
UNPACK = """import base64, io, tarfile
SOURCES = \"\"\"
{sources}\"\"\"
with tarfile.open(fileobj=io.BytesIO(base64.b64decode(SOURCES))) as archive:
    archive.extractall("lockstep")"""
OPTIONS = """# More arguments of on_a_gpu: ["--only", "lessons/"] measures only the lessons.
options = []"""
RUN = f"""import subprocess, sys
run = subprocess.run([sys.executable, "lockstep/cuda/on_a_gpu", "--into", "results", "--pack", "{RESULTS}", *options],
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(run.stdout)"""
DOWNLOAD = f"""try:
    from google.colab import files
    files.download("{RESULTS}")
except ImportError:
    print("Download {RESULTS} from this notebook's folder.")"""


def packed_sources():
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *READ], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split("\0")[:-1]
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:xz", preset=9) as archive:
        for name in sorted(names):
            entry = archive.gettarinfo(ROOT / name, name)
            entry.mtime = entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            with open(ROOT / name, "rb") as file:
                archive.addfile(entry, file)
    return "\n".join(textwrap.wrap(base64.b64encode(held.getvalue()).decode(), 1 << 16))


def cell(kind, text, **more):
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(True), **more}


def main():
    cells = [cell("markdown", ABOUT)]
    for code in (OPTIONS, UNPACK.format(sources=packed_sources()), RUN, DOWNLOAD):
        cells.append(cell("code", code, outputs=[], execution_count=None))
    notebook = {"cells": [{"id": f"cell{number}", **each} for number, each in enumerate(cells)], "nbformat": 4, "nbformat_minor": 5,
                "metadata": {"accelerator": "GPU", "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}}
    target = pathlib.Path(sys.argv[1]) / "on_a_gpu.ipynb"
    target.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
    print(target)


main()
