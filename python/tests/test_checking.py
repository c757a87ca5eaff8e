"""check, explain, record: in a process of their own, on arrays with exact bounds and the kernel's names."""

import numpy as np
import pytest

import lockstep as ls

CODE = r"""
extern "C" __global__ void add(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) x[i] += y[i];
}
extern "C" __global__ void stop(int* x) { *(volatile int*)8 = 1; }
extern "C" __global__ void race(int* sum, const int* x) {
  printf("%d", x[threadIdx.x]);
  sum[0] += x[threadIdx.x];
}
extern "C" __global__ void wait(int* cells) { while (*(volatile int*)cells == 0); }
extern "C" __global__ void turn(int* cells) {
  for (int i = 0; *cells == 0; ++i) if (i == 5) i = atomicAdd(cells, 0);
}
"""
module = ls.RawModule(CODE)
add, race = module.get_function("add"), module.get_function("race")


def ones(n=100):
    return np.ones(n, np.float32)


def test_an_access_past_the_end_is_found_and_named_by_the_parameter():
    x, y = ones(), ones()
    run = ls.check(add, 4, 32, (x, y, 100))
    assert not run.ok and not run
    first = run.findings[0]
    assert (first.kind, first.array, first.line) == ("out-of-bounds-global", "y", 4)
    assert "module.cu:4: a thread reads past the end of `y`" in str(run)
    assert "400 bytes" in run._repr_html_() and "lockstep_python" not in str(run) + run._repr_html_()
    with pytest.raises(ls.CheckFailed, match="past the end"):
        run.raise_if_wrong()


def test_a_correct_launch_is_ok_and_changes_the_arrays():
    x = ones()
    run = ls.check(add[4, 25], x, ones(), 99)
    assert run and run.ok and run.findings == []
    assert (x == 2).all()


def test_memory_that_nobody_wrote_is_found():
    y = ls.empty(100, np.float32)
    assert np.isnan(y).all()
    run = ls.check(add, 4, 25, (ones(), y, 99))
    assert [(each.kind, each.array) for each in run.findings] == [("uninitialized-global", "y")]
    y[:] = 1
    assert ls.check(add, 4, 25, (ones(), y[:], 99)).ok


def test_overlapping_arguments_are_one_memory():
    x = np.arange(20, dtype=np.float32)
    run = ls.check(add, 1, 10, (x[:10], x[10:], 9))
    assert run.ok and list(x[:10]) == list(range(10, 30, 2))
    x = np.arange(20, dtype=np.float32)
    run = ls.check(add, 1, 10, (x[5:15], x[:10], 9), schedule="serial")
    assert {each.kind for each in run.findings} == {"race-global"}


def test_a_race_is_found_and_what_is_printed_appears(capsys):
    run = ls.check(race, 1, 4, (np.zeros(1, np.int32), np.arange(4, dtype=np.int32)))
    assert [each.kind for each in run.findings] == ["lost-update"] and run.findings[0].array == "sum"
    assert capsys.readouterr().out == "0123"


def test_a_broken_kernel_never_ends_python():
    run = ls.check(module.get_function("stop"), 1, 1, (np.zeros(1, np.int32),))
    assert not run.ok and run.findings[0].line == 6
    run = ls.check(module.get_function("wait"), 1, 1, (np.zeros(1, np.int32),))
    assert [each.kind for each in run.findings] == ["deadlock"]
    with pytest.raises(ls.LockstepError, match="ended after 0.5 s"):
        ls.check(module.get_function("turn"), 1, 1, (np.zeros(1, np.int32),), limit=0.5)


def test_wrong_arguments_are_refused_before_anything_runs():
    with pytest.raises(TypeError, match="float64"):
        ls.check(add, 1, 1, (np.ones(3), ones(), 3))
    with pytest.raises(TypeError, match="no kernel"):
        ls.check(len, 1, 1, ())
    with pytest.raises(ls.LockstepError, match="schedule"):
        ls.check(add, 1, 1, (ones(), ones(), 3), schedule="wild")


def test_explain_counts_what_lines_cost():
    run = ls.explain(add, 4, 25, (ones(), ones(), 99))
    loads = [line for line in run.lines if line["what"] == "load"]
    assert [(line["line"], line["requests"], line["memory"]) for line in loads] == [(4, 8, "global")]
    assert "sectors" in str(run) and "<th>sectors</th>" in run._repr_html_()


ANSWERS = r"""
struct Answers { float of[32]; };
extern "C" __global__ void give(float* out, Answers answers) { out[threadIdx.x] = answers.of[threadIdx.x]; }
"""


def test_explain_counts_what_the_host_hands_over():
    """So that a test can refuse a kernel that only copies what the host has computed."""
    answers = np.zeros((), [("of", np.float32, 32)])
    answers["of"] = np.arange(32)
    given = ls.explain(ls.RawModule(ANSWERS).get_function("give"), 1, 32, (ones(32), answers)).host
    computed = ls.explain(add, 1, 32, (ones(32), ones(32), 31)).host
    assert given["argument_bytes"] - computed["argument_bytes"] > 100


def test_a_recording_knows_who_wrote_a_cell_and_from_what():
    x, y = np.arange(50, dtype=np.float32).reshape(5, 10), np.full(50, 2, np.float32)
    rec = ls.record(add, 2, 32, (x, y, 49))
    assert x[0, 7] == 9 and rec.ended is None
    writer = rec.last_writer(x, (0, 7))
    assert (writer["thread"], writer["line"], writer["old"], writer["new"]) == ("(7,0,0)", 4, 7, 9)
    assert "x[0][7] = 9" in str(rec.why(x, (0, 7))) and "y[7] = 2" in str(rec.why("x", (0, 7)))
    assert [each["place"] for each in rec.origin(x, (0, 7))["inputs"]] == ["x[0][7]", "y[7]"]
    assert "50" in str(rec.whynot(y, 3)) or rec.whynot(y, 3)
    table = rec.query("writes to y")
    assert len(table) == 0
    table = rec.query("writes to x where lane < 2 print lane, new")
    assert table.column("lane") == [0, 1, 0, 1] and "<td>2.0</td>" in table._repr_html_()
    with pytest.raises(ls.LockstepError, match="wrotes"):
        rec.query("wrotes to x")
    with pytest.raises(LookupError):
        rec.why(np.zeros(3), 0)


def test_a_recording_of_a_launch_that_failed_has_what_came_before(tmp_path):
    rec = ls.record(add, 4, 32, (ones(), ones(), 100), blocks=[(3, 0, 0)], path=tmp_path / "kept.lstrace")
    assert "just past the end of `y`" in rec.ended
    assert rec.query("faults").rows[0]["block"] == "(3,0,0)"
    assert (tmp_path / "kept.lstrace").exists()


def test_a_recording_is_removed_with_its_object():
    rec = ls.record(add, 1, 4, (ones(), ones(), 3))
    path = rec.path
    assert path.exists()
    del rec
    assert not path.exists()


ENDS = r"""
extern "C" __global__ void trap(int* x) { x[0] = 1; __trap(); }
extern "C" __global__ void stop(int* x) { assert(x[0] == 7); }
extern "C" __global__ void endless(volatile int* x) { while (x[0] == 0) x[1] = x[1] + 1; }
"""


def test_a_kernel_that_ends_badly_is_told_and_the_next_one_runs():
    module = ls.RawModule(ENDS)
    for name, words in [("trap", "trap"), ("stop", "assertion `x[0] == 7` failed"), ("endless", "still running")]:
        x = np.zeros(4, np.int32)
        rec = ls.record(module.get_function(name), 1, 2, (x,), limit=2, steps=10000)
        assert rec.ended and words in rec.ended
        assert not x.any()
    assert ls.check(add, 1, 32, (ones(), ones(), 30)).ok


def test_arrays_for_which_the_machine_has_no_memory_are_refused(tmp_path):
    x = np.memmap(tmp_path / "huge", np.float32, "w+", shape=(1 << 38,))  # a file without contents
    with pytest.raises(ls.LockstepError, match="the arrays have 1024.0 GiB"):
        ls.check(add, 1, 32, (x, x, 1))
    add((1,), (32,), (x, ones(), np.int32(30)))
    assert x[29] == 1 and x[32] == 0
