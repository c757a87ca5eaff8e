"""The pytest plugin: a finding fails the test with its sentence."""

pytest_plugins = "pytester"

TESTS = """
import numpy as np, lockstep as ls
add = ls.RawKernel('''extern "C" __global__ void add(float* x, int n) {
  int i = threadIdx.x;
  if (i <= n) x[i] += 1;
}''', "add")

def test_right(lockstep):
    x = np.zeros(8, np.float32)
    lockstep.check(add, 1, 8, (x, 7))
    assert (x == 1).all()

def test_wrong(lockstep):
    lockstep.check(add, 1, 32, (np.zeros(8, np.float32), 8))
"""


def test_a_finding_fails_the_test_and_its_recording_is_kept(pytester):
    pytester.makepyfile(test_add=TESTS)
    result = pytester.runpytest_subprocess("-p", "lockstep.pytest_plugin", "--lockstep-recordings", "kept",
                                           "--lockstep-schedules", "all", "--junitxml", "out.xml")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*add.cu:3: a thread reads past the end of `x`*", "*recording: kept/*"])
    assert [each.name for each in (pytester.path / "kept").iterdir()] == ["test_add-py-test_wrong.lstrace"]
    assert "past the end of `x`" in (pytester.path / "out.xml").read_text()
