"""Records in kernels in Python: numpy's structured arrays, their fields, and records as arguments."""

import numpy as np
import pytest

import lockstep as ls
from lockstep import numba_cuda as cuda

PARTICLE = np.dtype([("place", np.float32, 3), ("mass", np.float64), ("kind", np.uint8)], align=True)
PACKED = np.dtype([("flag", np.uint8), ("value", np.float64), ("count", np.int32)])
NESTED = np.dtype([("first", PARTICLE), ("grid", np.int16, (2, 3)), ("z", np.complex64)])


@cuda.jit
def move(particles, speed):
    i = cuda.grid(1)
    if i < particles.size:
        p = particles[i]
        for axis in range(3):
            p.place[axis] += speed[axis]
        p.mass = p["mass"] * 2
        particles[i].kind += 1


def test_fields_are_read_and_written_and_a_variable_is_no_copy():
    particles = np.zeros(40, PARTICLE)
    particles["mass"], particles["place"] = np.arange(40), [1, 2, 3]
    move[2, 32](particles, np.array([10, 20, 30], np.float32))
    assert (particles["place"] == [11, 22, 33]).all() and (particles["mass"] == 2.0 * np.arange(40)).all() and (particles["kind"] == 1).all()
    assert "float place[3]; unsigned char gap_12_[4]; double mass;" in move.cuda_source
    found = ls.check(move[2, 32], particles, np.zeros(3, np.float32))
    assert found.ok, str(found)
    assert "reads past the end of `speed`" in str(ls.check(move[1, 32], particles, np.zeros(2, np.float32)))


def shifting(dtype):
    def shift(out, a, r):
        i = cuda.grid(1)
        tile = cuda.shared.array(8, dtype)
        tile[i] = a[i]
        cuda.syncthreads()
        out[i] = tile[7 - i].value + tile[i].count
        a[i].flag = i
        if i == 0:
            r.value += 0.5
            r["count"] = a.flag.size
    return shift


@pytest.mark.parametrize("dtype", [PACKED, np.dtype(PACKED.descr, align=True)])
def test_layouts_with_and_without_gaps_and_records_as_arguments(dtype):
    a, out, r = np.zeros(8, dtype), np.zeros(8), np.zeros(1, dtype)[0]
    a["value"], a["count"] = np.arange(8), 100
    cuda.jit(shifting(dtype))[1, 8](out, a, r)
    assert (out == np.arange(8)[::-1] + 100).all() and (a["flag"] == np.arange(8)).all()
    assert r["value"] == 0.5 and r["count"] == 8


@cuda.jit(device=True)
def total(p, row):
    p.first.mass += 1
    return p.first.place[0] + p.first.mass + row[1]


@cuda.jit
def nested(a, out, source):
    i = cuda.grid(1)
    a[i].z = 1j * i
    a[i].grid = source
    a[i].grid[0, :] = 7
    out[i] = total(a[i], a[i].grid[1])


def test_records_in_records_and_arrays_in_them():
    a, out = np.zeros(3, NESTED), np.zeros(3)
    a["first"]["place"] = 2
    nested[1, 3](a, out, np.arange(6, dtype=np.int32).reshape(2, 3))
    assert (a["grid"] == [[7, 7, 7], [3, 4, 5]]).all() and (a["z"] == 1j * np.arange(3)).all()
    assert (out == 2 + 1 + 4).all() and (a["first"]["mass"] == 1).all()
    with pytest.raises(ValueError, match="the arrays have different shapes"):
        nested[1, 1](a, out, np.zeros((2, 2), np.int32))


TABLE = np.array([(1, 2.5, 3), (4, 5.5, 6)], PACKED)


@cuda.jit
def fields_of_all(a, out):
    i = cuda.grid(1)
    cuda.atomic.add(a.mass, i % 2, 1.0)
    table = cuda.const.array_like(TABLE)
    out[i] = table[i % 2].value + a["place"][i % 2, 2]


def test_a_field_of_all_records_is_a_view_and_constants_may_be_records():
    a, out = np.zeros(2, PARTICLE), np.zeros(32)
    a["place"][:, 2] = [10, 20]
    fields_of_all[1, 32](a, out)
    assert (a["mass"] == 16).all() and out[:2].tolist() == [12.5, 25.5]


@pytest.mark.parametrize("line, words", [
    ("a[0].nothing = 1", "the record has no field `nothing`: it has place, mass, kind"), ("out[0] = a[0]", "an element is assigned a number"),
    ("a[0] = 1", "an element of an array of records is assigned a record of the same type"), ("x = a[0] + 1", "a number is needed here"),
    ("a[0].mass = a[1].place", "the field `mass` is assigned a number"), ("out[0] = a[0][1]", "a record has fields"),
    ("a[:] = a[0]", "an element of an array of records is assigned"), ("out[:] = out[1:]", "an array is assigned a part of itself"),
    ("cuda.atomic.add(a, 0, 1)", "cuda.atomic.add takes no records"), ("a[0].place = out[0:2]", "an array is assigned|elements are assigned to")])
def test_what_records_cannot_do_is_a_syntax_error(tmp_path, line, words):
    path = tmp_path / "refused.py"
    path.write_text(f"from lockstep import numba_cuda as cuda\n@cuda.jit\ndef f(out, a):\n    {line}\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    with pytest.raises((SyntaxError, ValueError), match=words if "place = out" not in line else "different shapes"):
        scope["f"][1, 1](np.zeros(2), np.zeros(2, PARTICLE))


def test_records_with_other_fields_are_refused():
    with pytest.raises(TypeError, match="`move`, argument 1: an array of"):
        move[1, 1](np.zeros(1, [("name", "U8")]), np.zeros(3, np.float32))
