"""Compares what one program printed on two devices, line by line.

A line ends in the value: `v.one << v.n32 = u32:00000000`. Values must be equal to the bit, except where the line says more:
`within 4 ulp` or `within 1e-07` for float values that CUDA defines up to an error, `open` where CUDA leaves the value open.
"""

import re
import struct

VALUE = re.compile(r"^(?P<what>.*) = (?P<type>[a-z]+\d+):(?P<bits>[0-9a-f]+)(?: within (?P<error>[0-9.e+-]+)(?P<ulp> ulp)?)?(?P<open> open)?$")


def as_float(bits):
    return struct.unpack(">f", bytes.fromhex(bits))[0]


def ordered(bits):
    """The float's place among all floats, so that neighbours differ by one."""
    number = int(bits, 16)
    return -(number & 0x7FFFFFFF) if number >> 31 else number


def close(ours, theirs):
    if ours["bits"] == theirs["bits"]:
        return True
    a, b = as_float(ours["bits"]), as_float(theirs["bits"])
    if a != a or b != b:
        return a != a and b != b
    error = float(ours["error"])
    return abs(ordered(ours["bits"]) - ordered(theirs["bits"])) <= error if ours["ulp"] else abs(a - b) <= error


def same_line(ours, theirs):
    if ours == theirs:
        return True
    a, b = VALUE.match(ours), VALUE.match(theirs)
    if not a or not b or a["what"] != b["what"] or a["type"] != b["type"]:
        return False
    if a["open"] and b["open"]:
        return True
    return bool(a["error"]) and a["type"] == "f32" and close(a, b)


def differences(ours, theirs, most=1000):
    """Sentences that name the lines in which two outputs differ; none where they agree."""
    ours, theirs = ours.splitlines(), theirs.splitlines()
    found = []
    for number in range(max(len(ours), len(theirs))):
        a = ours[number] if number < len(ours) else "(nothing)"
        b = theirs[number] if number < len(theirs) else "(nothing)"
        if not same_line(a, b):
            found.append(f"line {number + 1}: `{a}` against `{b}`")
        if len(found) == most:
            break
    return found
