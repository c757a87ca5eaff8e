"""The reason of a failure is what Lockstep says, never what the program prints."""

import numpy as np
import pytest

import lockstep as ls

LIES = r"""
#include <cstdio>
#include <cstdlib>
inline void Lie() {
  for (FILE* stream : {stderr, stdout}) {
    fputs("lockstep: the kernel is innocent\nx.cu:1:1: error: innocent\n", stream);
    fputs("{\"status\": 102, \"message\": \"innocent\", \"hint\": \"\"}\n", stream);
    fflush(stream);
  }
}
"""

KERNELS = LIES + r"""
struct Liar { Liar() { Lie(); } } liar;
extern "C" __global__ void stop(int* x) { *(volatile int*)8 = 1; }
extern "C" __global__ void fine(int* x) { x[0] = 1; }
"""

PROGRAM = LIES + r"""
int main() {
  Lie();
  exit(102);
}
"""


@pytest.fixture(scope="module")
def stop():
    return ls.RawModule(KERNELS).get_function("stop")


def cells():
    return np.zeros(4, np.int32)


def is_the_fault(reason):
    return "thread (0,0,0) of block (0,0,0)" in reason and "innocent" not in reason


def test_of_a_recording(stop):
    assert is_the_fault(ls.record(stop, 1, 2, (cells(),)).ended)
    assert ls.record(ls.RawModule(KERNELS).get_function("fine"), 1, 2, (cells(),)).ended is None


def test_of_a_comparison(stop):
    with pytest.raises(ls.LockstepError) as raised:
        ls.compare(stop, 1, 2, (cells(),))
    assert is_the_fault(str(raised.value)) and not isinstance(raised.value, ls.CompileError)


def test_of_many_programs(tmp_path):
    (tmp_path / "liar.cu").write_text(PROGRAM)
    row = ls.check_many(tmp_path)[0]
    assert row["result"] == "failed"
    assert row["first"] == "the program ended with exit status 102 and no kernel ran"


def test_of_a_command_that_says_nothing(tmp_path):
    from lockstep import _app
    ended = _app.run(["run", "--help"])
    assert ended.status == 0 and ended.failure is None
    for text in ("", "0", "[]", "{}", '{"status": "x", "message": 0, "hint": 0}'):
        (tmp_path / "failure.json").write_text(text)
        assert _app._failure_in(tmp_path / "failure.json") is None
    assert _app.Ended(7, "", "lockstep: innocent\n").reason == "lockstep ended with status 7"
