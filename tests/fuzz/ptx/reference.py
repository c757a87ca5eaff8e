"""What instructions of PTX compute, from the pseudo-code of its manual, on Python's integers and fractions."""

import struct
from fractions import Fraction

RN, RZ, RM, RP = "rn", "rz", "rm", "rp"


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def unsigned(value, bits):
    return value & ((1 << bits) - 1)


def clamp(value, low, high):
    return max(low, min(high, value))


def limits(kind, bits):
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind == "s" else (0, (1 << bits) - 1)


# --- bits


def bfe(kind, bits, a, b, c):
    position, length = b & 255, c & 255
    top = bits - 1
    sign = a >> min(position + length - 1, top) & 1 if kind == "s" and length else 0
    result = 0
    for i in range(bits):
        result |= (a >> (position + i) & 1 if i < length and position + i <= top else sign) << i
    return result


def bfi(bits, a, b, c, d):
    position, length = c & 255, d & 255
    for i in range(length):
        if position + i < bits:
            b = b & ~(1 << (position + i)) | (a >> i & 1) << (position + i)
    return b


def bfind(kind, bits, a, shiftamt):
    if kind == "s" and a >> (bits - 1):
        a = ~a & ((1 << bits) - 1)
    for i in range(bits - 1, -1, -1):
        if a >> i & 1:
            return bits - 1 - i if shiftamt else i
    return 0xFFFFFFFF


def fns(mask, base, offset):
    position, left = base & 31, abs(offset)
    if offset == 0:
        return position if mask >> position & 1 else 0xFFFFFFFF
    while 0 <= position < 32:
        left -= mask >> position & 1
        if left == 0:
            return position
        position += 1 if offset > 0 else -1
    return 0xFFFFFFFF


def prmt(mode, a, b, c):
    data = [(b << 32 | a) >> 8 * i & 255 for i in range(8)]
    if not mode:
        result = 0
        for i in range(4):
            nibble = c >> 4 * i & 15
            byte = data[nibble & 7]
            result |= (0xFF * (byte >> 7) if nibble & 8 else byte) << 8 * i
        return result
    n = c & 3
    chosen = {
        "f4e": [n, n + 1, n + 2, n + 3],
        "b4e": [n, (n - 1) & 7, (n - 2) & 7, (n - 3) & 7],
        "rc8": [n] * 4,
        "ecl": [max(i, n) for i in range(4)],
        "ecr": [min(i, n) for i in range(4)],
        "rc16": [2 * (n & 1), 2 * (n & 1) + 1] * 2,
    }[mode]
    return sum(data[k] << 8 * i for i, k in enumerate(chosen))


def lop3(a, b, c, table):
    return sum((table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i for i in range(32))


def shift(kind, operation, bits, a, count):
    if operation == "shl":
        return unsigned(a << min(count, bits), bits)
    return unsigned((signed(a, bits) if kind == "s" else a) >> min(count, bits), bits)


# --- floating point. A format is (fraction bits, exponent bits).

F16, BF16, TF32, F32, F64 = (10, 5), (7, 8), (10, 8), (23, 8), (52, 11)


def decode(bits, form):
    """The number; None if it is infinite or NaN. Zeros lose their sign."""
    fraction_bits, exponent_bits = form
    bias = (1 << (exponent_bits - 1)) - 1
    fraction, exponent = bits & ((1 << fraction_bits) - 1), bits >> fraction_bits & ((1 << exponent_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        return None
    if exponent:
        fraction |= 1 << fraction_bits
    value = Fraction(fraction) * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)
    return -value if bits >> (fraction_bits + exponent_bits) else value


def encode(value, form, mode, zero_sign=0):
    """The bits of the number rounded once."""
    fraction_bits, exponent_bits = form
    bias = (1 << (exponent_bits - 1)) - 1
    if value == 0:
        return zero_sign << (fraction_bits + exponent_bits)
    sign, size = value < 0, abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    units = size / Fraction(2) ** (exponent - fraction_bits)
    whole, rest = divmod(units.numerator, units.denominator)
    half = Fraction(rest, units.denominator) - Fraction(1, 2)
    up = {
        RN: half > 0 or half == 0 and whole & 1,
        "rna": half >= 0,
        RZ: False,
        RM: sign and rest,
        RP: not sign and rest,
    }[mode]
    code = ((exponent - 1 + bias) << fraction_bits) + whole + bool(up)
    infinity = ((1 << exponent_bits) - 1) << fraction_bits
    if code >= infinity:
        stays = mode == RZ or mode == RM and not sign or mode == RP and sign
        code = infinity - 1 if stays else infinity
    return sign << (fraction_bits + exponent_bits) | code


def sign_of(bits, form):
    return bits >> sum(form) & 1


def fma(a, b, c, form, mode):
    """Bits of a * b + c, all finite."""
    x, y, z = decode(a, form), decode(b, form), decode(c, form)
    of_product = sign_of(a, form) ^ sign_of(b, form)
    zero = of_product if of_product == sign_of(c, form) else int(mode == RM)
    return encode(x * y + z, form, mode, zero)


def to_whole(value, mode):
    floor = value.numerator // value.denominator
    rest = value - floor
    if mode == "rmi":
        return floor
    if mode == "rpi":
        return floor + (rest > 0)
    if mode == "rzi":
        return floor + (rest > 0 and value < 0)
    return floor + (rest > Fraction(1, 2) or rest == Fraction(1, 2) and floor & 1)


def flush(bits):
    """A denormal float becomes a zero of its sign."""
    return bits if bits & 0x7F800000 else bits & 0x80000000


def float_bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


# --- video: `chosen` is what follows a register's name, like "b1" or "h30"; "" is its default


def place(chosen):
    """Width and shift of one part of a register."""
    width = {"": 32, "b": 8, "h": 16}[chosen[:1]]
    return width, width * int(chosen[1:] or 0)


def part(kind, value, chosen):
    width, shift = place(chosen)
    return (signed if kind == "s" else unsigned)(value >> shift, width)


def relation(name, x, y):
    return int({"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[name])


def average(x, y):
    return (x + y + 1) >> 1 if x + y >= 0 else (x + y) >> 1


VIDEO = {
    "vadd": lambda x, y: x + y,
    "vsub": lambda x, y: x - y,
    "vabsdiff": lambda x, y: abs(x - y),
    "vmin": min,
    "vmax": max,
    "vavrg": average,
}


def finish_video(result, kind, saturates, second, chosen, c):
    """A scalar instruction's result, which `second` or the merge makes of its first operation's."""
    width, shift = place(chosen)
    if saturates:
        result = clamp(result, *limits(kind, width))
    if chosen:
        mask = ((1 << width) - 1) << shift
        return result << shift & mask | c & ~mask
    c = signed(c, 32) if kind == "s" else c
    return {"": lambda x, y: x, "add": lambda x, y: x + y, "min": min, "max": max}[second](result, c)


def video_elements(operation, kinds, a, b, c, chosen, mask, ending):
    """Of two halves or four bytes: `chosen` has the digits of both operands, `mask` those of the destination."""
    count = len(chosen[0])
    width = 32 // count
    both = b << 32 | a
    pick = lambda kind, digit: (signed if kind == "s" else unsigned)(both >> width * int(digit), width)
    result = c
    for i in range(count):
        x, y = (pick(kinds[1 + j], chosen[j][count - 1 - i]) for j in range(2))
        element = operation(x, y)
        if ending == "sat":
            element = clamp(element, *limits(kinds[0], width))
        if str(i) not in mask:
            continue
        bits = ((1 << width) - 1) << width * i
        result = result + element if ending == "add" else result & ~bits | element << width * i & bits
    return result
