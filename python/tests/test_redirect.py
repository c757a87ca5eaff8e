"""Programs that say `from numba import cuda` run unchanged on lockstep.numba_cuda."""

import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
pytest_plugins = "pytester"

PROGRAM = """
import sys
import numpy as np
from numba import cuda, float32
import numba

@cuda.jit
def add(out, a):
    tile = cuda.shared.array(32, numba.float32)
    i = cuda.grid(1)
    if i < out.size:
        tile[i] = a[i] + float32(1)
        out[i] = tile[i]

if __name__ == "__main__":
    out = np.zeros(4, np.float32)
    add[1, 32](out, np.arange(4, dtype=np.float32))
    print(out.tolist(), sys.argv[1:], type(add).__module__)
"""
# A Numba of others, as far as its import goes.
OTHER = {"__init__.py": 'float32 = __import__("numpy").float32\n__version__ = "of others"\n', "core.py": "config = 7\n",
         "cuda/__init__.py": 'raise RuntimeError("the real numba.cuda was imported")\n', "cuda/cudadrv.py": ""}


@pytest.fixture
def python(tmp_path):
    """Runs Python in an empty folder; `others`: with another Numba, which is installed there or not."""
    def run(*arguments, others=False, **variables):
        paths = [str(PACKAGE)]
        if others:
            for name, text in OTHER.items():
                path = tmp_path / "site" / "numba" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            paths.insert(0, str(tmp_path / "site"))
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("LOCKSTEP_NUMBA", "NUMBA"))}
        environment = {**environment, "PYTHONPATH": os.pathsep.join(paths), **variables}
        return subprocess.run([sys.executable, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True)
    (tmp_path / "program.py").write_text(PROGRAM)
    return run


@pytest.mark.parametrize("others", [False, True])
def test_a_program_runs_unchanged_with_numba_and_without(python, others):
    for start in (["program.py"], ["-m", "program"]):
        ended = python("-m", "lockstep.numba", *start, "3", "--fast", others=others)
        assert ended.stdout == "[1.0, 2.0, 3.0, 4.0] ['3', '--fast'] lockstep.numba_cuda\n", ended.stderr
    code = "from numba import cuda\nimport numba, sys\nprint(numba.__version__, cuda.__name__, sys.argv)"
    ended = python("-m", "lockstep.numba", "-c", code, "7", others=others)
    assert ended.stdout == f"{'of others' if others else '0.0+lockstep'} numba.cuda ['-c', '7']\n", ended.stderr


def test_other_names_stay_numbas_own(python):
    code = "import numba.core\nfrom numba.cuda import jit\nprint(numba.core.config, jit.__module__)"
    assert python("-m", "lockstep.numba", "-c", code, others=True).stdout == "7 lockstep.numba_cuda\n"


@pytest.mark.parametrize("code, words", [
    ("import numba.core", "`numba.core` needs Numba itself, which is not installed"),
    ("import numba\nnumba.njit(lambda x: x)", "`numba.njit` is of Numba's compiler for the CPU, and Numba is not installed"),
    ("import numba\nnumba.something", "Lockstep's numba has no `something`"),
    ("import numba.cuda.cudadrv", "Lockstep's numba.cuda has no module `numba.cuda.cudadrv`"),
    ("from numba import cuda\ncuda.something", "Lockstep's numba.cuda has no `something`")])
def test_what_is_missing_is_named(python, code, words):
    ended = python("-m", "lockstep.numba", "-c", code)
    assert ended.returncode == 1 and words in ended.stderr.splitlines()[-1]


def test_nothing_of_numbas_own_cuda_is_imported(python):
    ended = python("-m", "lockstep.numba", "-c", "import numba.cuda.cudadrv", others=True)
    assert "Lockstep's numba.cuda has no module `numba.cuda.cudadrv`" in ended.stderr.splitlines()[-1]
    late = "import sys, types\nsys.modules['numba.cuda'] = types.ModuleType('numba.cuda')\nimport lockstep.numba\nlockstep.numba.redirect()"
    assert "numba.cuda has been imported, so that Lockstep comes too late" in python("-c", late, others=True).stderr


def test_processes_that_a_program_starts_do_the_same(python):
    code = "import subprocess, sys\nsubprocess.run([sys.executable, 'program.py'])"
    ended = python("-m", "lockstep.numba", "-c", code)
    assert ended.stdout == "[1.0, 2.0, 3.0, 4.0] [] lockstep.numba_cuda\n", ended.stderr


def test_kernels_may_be_made_from_text_that_is_gone(python):
    code = """
import numpy as np
from numba import cuda
def made():
    scope = {}
    exec("def f(x):\\n    x[0] = " + str(6) + " + 1\\n", scope)
    return scope["f"]
x = np.zeros(1)
cuda.jit(made())[1, 1](x)
print(x)
"""
    ended = python("-m", "lockstep.numba", "-c", code)
    assert ended.stdout == "[7.]\n", ended.stderr


def test_only_the_variable_of_the_environment_changes_a_plain_python(python, tmp_path):
    start = python("-m", "lockstep.numba", "--path").stdout.strip()
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text('print("the environment\'s own")\n')
    path = os.pathsep.join([start, str(own), str(PACKAGE)])
    ended = python("program.py", PYTHONPATH=path, LOCKSTEP_NUMBA="1")
    assert ended.stdout.splitlines() == ["the environment's own", "[1.0, 2.0, 3.0, 4.0] [] lockstep.numba_cuda"], ended.stderr
    code = "import sys\nprint('numpy' in sys.modules, 'lockstep' in sys.modules)"
    assert python("-c", code, PYTHONPATH=path, LOCKSTEP_NUMBA="1").stdout.splitlines()[-1] == "False False"
    assert "lockstep" not in python("-c", "import sys\nprint(sys.meta_path)", PYTHONPATH=path).stdout


def test_wrong_calls_say_how_to_call(python):
    assert "python -m lockstep.numba program.py" in python("-m", "lockstep.numba", "--help").stdout
    assert python("-m", "lockstep.numba").returncode == 2
    ended = python("-m", "lockstep.numba", "nothing.py")
    assert (ended.returncode, ended.stderr) == (2, "lockstep.numba: there is no file nothing.py\n")


TESTS = textwrap.dedent("""
    import numpy as np
    from numba import cuda

    @cuda.jit
    def add(x):
        x[cuda.grid(1)] += 1

    def test_add():
        x = np.zeros(8)
        add[1, 8](x)
        assert (x == 1).all() and type(add).__module__ == "lockstep.numba_cuda"
""")


@pytest.mark.parametrize("option, variable", [("--lockstep-numba", ""), ("-q", "1")])
def test_pytest_has_an_option_and_a_variable(pytester, monkeypatch, option, variable):
    monkeypatch.setenv("LOCKSTEP_NUMBA", variable)
    pytester.makepyfile(test_add=TESTS)
    pytester.makeconftest("from numba import cuda")
    result = pytester.runpytest_subprocess("-p", "lockstep.pytest_plugin", option)
    result.assert_outcomes(passed=1)
    if option == "--lockstep-numba":
        result.stdout.fnmatch_lines(["*lockstep: numba.cuda is lockstep.numba_cuda*"])
