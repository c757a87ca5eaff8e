"""A part of a list, chosen by a seed: `SEED/N` on the command line is the part `SEED mod N` of N."""

import argparse


class Part:
    """Parts hold every N-th item, so that neighbours, which are alike, come into different ones."""

    def __init__(self, seed, parts):
        self.seed, self.parts = seed, parts

    def of(self, items):
        return items[self.seed % self.parts :: self.parts]


WHOLE = Part(0, 1)


def read_part(text):
    """For argparse's `type`."""
    seed, slash, parts = text.partition("/")
    if not slash or not seed.isdigit() or not parts.isdigit() or int(parts) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not of the form SEED/PARTS, as in 7/10")
    return Part(int(seed), int(parts))
