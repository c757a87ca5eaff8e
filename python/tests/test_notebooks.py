"""The notebooks of lessons/notebooks run from their first cell to their last one, and show what they promise."""

import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "lessons" / "notebooks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert not any(cell.get("outputs") for cell in book.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(book, timeout=200, kernel_name="python3").execute()
    shown = "".join("".join(output.get("data", {}).get("text/html", "")) for cell in book.cells for output in cell.get("outputs", ()))
    assert "<iframe" in shown and "<svg" in shown and "&#10007;" in shown
