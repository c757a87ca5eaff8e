"""Folders of programs and submissions, on this machine and on a cluster that loses a worker."""

import os
import pathlib
import signal
import threading
import time

import pytest

import lockstep as ls

LESSON = pathlib.Path(__file__).resolve().parents[2] / "lessons" / "02-map-and-zip"
PROGRAM = """#include "size.h"
__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int* x;
  cudaMalloc(&x, kSize * sizeof *x);
  fill<<<1, THREADS>>>(x);
  cudaFree(x);
}
"""


@pytest.fixture
def programs(tmp_path):
    folder = tmp_path / "programs"
    (folder / "more").mkdir(parents=True)
    (folder / "size.h").write_text("constexpr int kSize = 8;\n")
    for name, threads in [("right", 8), ("wrong", 9), ("more/right", 4), ("more/wrong", 12)]:
        text = PROGRAM.replace("THREADS", str(threads)).replace('"size.h"', '"../size.h"' if "/" in name else '"size.h"')
        (folder / f"{name}.cu").write_text(text)
    (folder / "broken.cu").write_text("int main() { return x; }\n")
    return folder


def results(table):
    return [(row["program"], row["result"], row["findings"]) for row in table]


EXPECTED = [("broken.cu", "does not compile", None), ("more/right.cu", "ok", 0), ("more/wrong.cu", "findings", 1),
            ("right.cu", "ok", 0), ("wrong.cu", "findings", 1)]


def test_each_program_of_a_folder_is_checked(programs):
    table = ls.check_many(programs)
    assert results(table) == EXPECTED
    assert table[4]["first"] == "wrong.cu:2: a thread writes past the end of `x`" and table[0]["first"].startswith("broken.cu:1:")
    assert table[4]["checked"].findings[0].kind == "out-of-bounds-global"
    assert table.notes == ["5 in all: 1 does not compile, 2 findings, 2 ok"] and "<td>right.cu</td>" in table._repr_html_()
    with pytest.raises(ls.LockstepError, match="fits"):
        ls.check_many(programs, pattern="*.cpp")
    with pytest.raises(FileNotFoundError):
        ls.check_many(programs / "none")


@pytest.fixture(scope="module")
def submissions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    (folder / "berta").mkdir()
    for name, source in [("anna.cu", "solution.cu"), ("berta/answer.cu", "exercise.cu")]:
        (folder / name).write_text((LESSON / source).read_text())
    (folder / "carl.cu").write_text("nonsense\n")
    return folder


@pytest.fixture(scope="module")
def graded(submissions):
    return ls.grade(2, submissions, flags=["--no-sandbox"])


def test_a_class_is_graded(graded):
    assert graded.column("name") == ["anna", "berta", "carl"]
    assert graded[0]["state"] == "solved" and graded[0]["points"] == graded[0]["of"] > 0
    assert graded[1]["state"] != "solved" and graded[2]["points"] == 0
    assert all(each["good"] for each in graded[0]["data"]["checks"])


def loses_a_worker(together):
    """What together(client) returns, on two workers of which one is killed on the way."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, \
            distributed.Client(cluster) as client:
        victim = list(client.run(os.getpid).values())[0]
        killed = []

        def kill():
            time.sleep(0.4)
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

        killer = threading.Thread(target=kill)
        killer.start()
        table = together(client)
        killer.join()
        assert killed
        return table


def test_a_cluster_that_loses_a_worker_gives_the_same_rows(programs):
    for i in range(6):
        (programs / f"copy{i:02}.cu").write_text((programs / "wrong.cu").read_text())
    alone = results(ls.check_many(programs))
    assert results(loses_a_worker(lambda client: ls.check_many(programs, client=client))) == alone


def test_a_cluster_that_loses_a_worker_grades_all_the_same(submissions, graded):
    together = loses_a_worker(lambda client: ls.grade(2, submissions, flags=["--no-sandbox"], client=client))
    columns = ["name", "state", "points", "of", "sentence"]
    assert [[row[name] for name in columns] for row in together] == [[row[name] for name in columns] for row in graded]
    assert together.notes == graded.notes
