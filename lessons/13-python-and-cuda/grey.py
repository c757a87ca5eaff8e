"""A kernel in plain Python, and the loops that run it: `python3 grey.py`. Nothing needs to be installed."""

from types import SimpleNamespace as ns


def blk_kernel2d(f, blocks, threads, *args):
    for by in range(blocks.y):
        for bx in range(blocks.x):
            for ty in range(threads.y):
                for tx in range(threads.x):
                    f(ns(x=bx, y=by), ns(x=tx, y=ty), threads, *args)


def grey(block, thread, threads, src, out, height, width):
    column = block.x * threads.x + thread.x
    row = block.y * threads.y + thread.y
    if row < height and column < width:
        n = height * width
        i = row * width + column
        out[i] = 0.2989 * src[i] + 0.5870 * src[i + n] + 0.1140 * src[i + 2 * n]


def cdiv(a, b):
    return (a + b - 1) // b


height, width = 5, 7
src = [i * 7 % 256 for i in range(3 * height * width)]  # all reds, then all greens, then all blues
out = [0.0] * (height * width)
threads = ns(x=4, y=3)
blocks = ns(x=cdiv(width, threads.x), y=cdiv(height, threads.y))
blk_kernel2d(grey, blocks, threads, src, out, height, width)
for row in range(height):
    print(" ".join(f"{out[row * width + column]:6.1f}" for column in range(width)))
