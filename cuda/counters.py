"""What Nsight Compute (`ncu`) counts for a program: the commands, and its tables as data.

Two tables: `raw`, a row for each launch with the counters of the whole kernel, and `source`, a row for each line of
the source with the counters of its instructions. docs/METRICS.md says which of them `lockstep check --explain` predicts.
"""

import csv
import io
import re

KERNEL_COUNTERS = [
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed.sum",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "launch__registers_per_thread",
    "launch__occupancy_limit_blocks",
    "launch__occupancy_limit_registers",
    "launch__occupancy_limit_shared_mem",
    "launch__occupancy_limit_warps",
    "sm__maximum_warps_per_active_cycle_pct",
    *(f"l1tex__t_{what}_pipe_lsu_mem_global_op_{how}.sum" for what in ("requests", "sectors") for how in ("ld", "st", "atom", "red")),
    *(f"l1tex__data_{what}_mem_shared_op_{how}.sum" for what in ("pipe_lsu_wavefronts", "bank_conflicts_pipe_lsu") for how in ("ld", "st", "atom")),
]

LINE_COUNTERS = [
    "inst_executed",
    "thread_inst_executed",
    "thread_inst_executed_true",
    "smsp__sass_branch_targets_threads_divergent",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "memory_l1_tag_requests_global",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
]


def profile_command(ncu, report, program):
    """Leaves the clocks alone, since counts do not depend on them."""
    return [ncu, "--force-overwrite", "--export", report, "--clock-control", "none", "--import-source", "yes", "--section", "SourceCounters",
            "--metrics", ",".join(KERNEL_COUNTERS + LINE_COUNTERS), *program]


def table_command(ncu, report, page):
    command = [ncu, "--import", report, "--page", page, "--csv", "--print-units", "base"]
    return command + (["--print-source", "cuda,sass"] if page == "source" else ["--print-kernel-base", "demangled"])


def number(text):
    """1,234 as 1234; None where it is no number."""
    plain = text.replace(",", "").strip()
    try:
        return int(plain) if re.fullmatch(r"[+-]?\d+", plain) else float(plain)
    except ValueError:
        return None


def tables(text):
    """The CSV tables in what ncu prints, each a header and its rows; messages that start with `==` are no part of them."""
    header, rows = None, []
    for row in csv.reader(io.StringIO("\n".join(line for line in text.splitlines() if not line.startswith("==")))):
        if not row or row == [""]:
            continue
        if "ID" in row and "Kernel Name" in row or "Source" in row:
            if header:
                yield header, rows
            header, rows = row, []
        elif header and len(row) == len(header):
            rows.append(dict(zip(header, row)))
        elif header:
            rows.append({"": row})
    if header:
        yield header, rows


def read_kernels(text):
    """The raw page: one launch after the other with its counters. The row of units that follows the header has no ID."""
    return [{"id": number(row["ID"]), "kernel": row["Kernel Name"],
             **{name: number(row[name]) for name in KERNEL_COUNTERS if number(row.get(name, "")) is not None}}
            for _, rows in tables(text) for row in rows if number(row.get("ID", "")) is not None]


def column(header, counter):
    """ncu heads a column by the counter's name or by words for people; the name may stand in brackets behind them."""
    wanted = counter.lower()
    return next((name for name in header if name.lower() == wanted or f"({wanted})" in name.lower()), None)


def read_lines(text):
    """The source page: for each launch, the lines of the source with counters; rows of machine code have an address and no line."""
    launches = []
    for header, rows in tables(text):
        columns = {counter: column(header, counter) for counter in LINE_COUNTERS}
        lines = []
        for row in rows:
            line = number(row.get("#", row.get("Line No", "")) or "")
            counts = {counter: number(row[name]) for counter, name in columns.items() if name and number(row.get(name) or "") is not None}
            if line is not None and counts:
                lines.append({"line": line, "source": row.get("Source", "").strip(), **counts})
        launches.append(lines)
    return launches
