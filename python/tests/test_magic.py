"""%%cuda in IPython."""

import pytest

PROGRAM = r"""#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }
int main(int count, char**) {
  int* x;
  cudaMalloc(&x, 4 * sizeof *x);
  fill<<<1, THREADS>>>(x);
  int h[4];
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%d %d\n", h[3], count);
}
"""


@pytest.fixture
def shell():
    core = pytest.importorskip("IPython.core.interactiveshell")
    shell = core.InteractiveShell.instance()
    shell.run_line_magic("load_ext", "lockstep")
    return shell


def cell(threads):
    return PROGRAM.replace("THREADS", str(threads))


def test_a_cell_runs_with_flags_and_arguments(shell, capsys):
    shell.run_cell_magic("cuda", "", cell(4))
    shell.run_cell_magic("cuda", '-c "-DTHREADS=4 -O2" -- one', PROGRAM)
    assert capsys.readouterr().out == "3 1\n3 2\n"


def test_a_cell_is_checked_explained_and_recorded(shell, capsys):
    assert shell.run_cell_magic("cuda", "check", cell(4)).ok
    wrong = shell.run_cell_magic("cuda", "check", cell(5))
    assert [(each.kind, each.line) for each in wrong.findings if each.severity == "error"] == [("out-of-bounds-global", 3)]
    assert any(line["what"] == "store" for line in shell.run_cell_magic("cuda", "explain", cell(4)).lines)
    rec = shell.run_cell_magic("cuda", "record", cell(4))
    assert rec.last_writer("x", 2)["line"] == 3


def test_errors_have_the_lines_of_the_cell(shell, capsys):
    from lockstep import CompileError, LockstepError
    with pytest.raises(CompileError, match=r"cell\.cu:2:1: error"):
        shell.run_cell_magic("cuda", "", "nonsense;\n")
    with pytest.raises(LockstepError, match="invalid choice"):
        shell.run_cell_magic("cuda", "profile", "int main() {}\n")
    with pytest.raises(LockstepError, match="exit status 3"):
        shell.run_cell_magic("cuda", "", "int main() { return 3; }\n")


LOUD = r"""#include <cstdio>
__global__ void say() { printf("device\n"); }
int main(int count, char**) {
  fputs("trouble\n", stderr);
  printf("before\n");
  say<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("after\n");
  for (int i = 0; count > 1 && i < 100000; ++i) printf("line %d of a flood that no notebook can hold\n", i);
}
"""


@pytest.mark.parametrize("mode", ["", "check", "record"])
def test_all_that_a_program_prints_appears_in_order_and_not_without_end(shell, capsys, mode):
    shell.run_cell_magic("cuda", mode, LOUD)
    printed = capsys.readouterr()
    assert printed.out.startswith("before\ndevice\nafter\n")
    if not mode:
        assert printed.err == "trouble\n"
    shell.run_cell_magic("cuda", f"{mode} -- much", LOUD)
    printed = capsys.readouterr().out
    assert printed.startswith("before\ndevice\nafter\nline 0 ") and len(printed) < 1_100_000
    assert "... (only the first 1 Mi characters are shown)" in printed
