#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>

#include "sim/inspect/lane_notes.h"

namespace lockstep::inspect {
namespace {

constexpr std::uint32_t kThreads = 64, kCells = 150;

struct Memory {
  std::vector<check::Cell> cells = std::vector<check::Cell>(kCells);
  std::vector<check::SecondReader> second = std::vector<check::SecondReader>(kCells);

  bool operator==(const Memory& other) const {
    for (std::uint32_t i = 0; i < kCells; ++i) {
      if (cells[i].write != other.cells[i].write || cells[i].read != other.cells[i].read) return false;
      if (check::Note{cells[i].read}.spread() != check::Spread::kOne && second[i] != other.second[i]) return false;
    }
    return true;
  }
};

// A line of a kernel: what each thread does there, if anything. Addresses count from the first cell.
struct Line {
  bool writes = false;
  std::uint64_t size = 4;
  std::array<std::optional<std::uint64_t>, kThreads> address;
  std::int64_t stride = 0;  // between lanes; rows: no lane is at another distance
  bool in_rows = false;

  std::uint64_t cells() const { return std::max(size / check::kCellBytes, std::uint64_t{1}); }
  std::uint32_t bytes(std::uint64_t at) const {
    return size >= check::kCellBytes ? 15 : ((1u << size) - 1) << at % check::kCellBytes;
  }
};
using Kernel = std::vector<Line>;

struct Bench {
  const RowNotes& code;
  check::Episodes episodes;
  std::mt19937 random{7};
  std::uint32_t rows_read = 0, rows_written = 0;

  std::uint32_t Any(std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); }

  std::int64_t AnyStride(std::uint64_t size) {
    constexpr std::array<std::int64_t, 8> kStrides{1, 1, 2, 3, 4, -1, -2, 0};
    return kStrides[Any(8)] * static_cast<std::int64_t>(size);
  }

  // Each warp has its own first address: warps read the same cells, neighbours or others.
  void PutInRows(Line& line) {
    line.in_rows = true;
    line.size = 1u << Any(5);
    do {
      line.stride = AnyStride(line.size);
    } while (std::abs(line.stride) > RowCells::kMostStride);
    const std::int64_t reach = line.stride * (trace::kWarpSize - 1), lowest = std::min(reach, std::int64_t{0});
    const auto room =
        (kCells * check::kCellBytes - line.size - static_cast<std::uint64_t>(std::abs(reach))) / line.size;
    const bool anywhere = Any(4) == 0;
    const std::uint64_t common = Any(anywhere ? static_cast<std::uint32_t>(room) : 8);
    for (std::uint32_t warp = 0; warp < kThreads; warp += trace::kWarpSize) {
      if (Any(4) == 0) continue;
      const std::uint64_t first = std::min(room, common + Any(3) + (Any(2) ? warp : 0)) * line.size;
      const std::uint32_t begin = Any(3) ? 0 : Any(31), end = Any(3) ? 32 : begin + 1 + Any(32 - begin);
      const bool gaps = Any(6) == 0;
      for (std::uint32_t lane = begin; lane < end; ++lane)
        if (!gaps || Any(4) != 0)
          line.address[warp + lane] = first + static_cast<std::uint64_t>(line.stride * lane - lowest);
    }
  }

  void PutAnywhere(Line& line) {
    const bool once = Any(2) == 0;
    line.size = Any(3) == 0 ? 1 : 4;
    const std::uint32_t first = Any(kThreads), lanes = line.writes && once ? 1 : 1 + Any(kThreads), step = Any(3);
    for (std::uint32_t i = 0; i < lanes && first + i < kThreads; ++i)
      if (Any(8) != 0) line.address[first + i] = (first + i * step) / 4 % 6 * check::kCellBytes + Any(4) / line.size;
  }

  // The line before, or what lies beside its places: as stencils and the bytes of pixels do.
  Line Neighbours(const Line& before) {
    Line line = before;
    const std::uint64_t by = Any(4) * line.size, most = kCells * check::kCellBytes - line.size;
    const bool up = Any(2) == 0;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread)
      if (const auto& at = before.address[thread]; at && (up ? *at + by > most : *at < by)) return line;
    for (std::optional<std::uint64_t>& at : line.address)
      if (at) *at = up ? *at + by : *at - by;
    return line;
  }

  Kernel AnyKernel() {
    Kernel kernel(1 + Any(5));
    const bool only_reads = Any(3) == 0;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
      if (i > 0 && Any(2) == 0)
        kernel[i] = Neighbours(kernel[i - 1]);
      else
        Any(4) == 0 ? PutAnywhere(kernel[i]) : PutInRows(kernel[i]);
      kernel[i].writes = !only_reads && Any(3) == 0;
    }
    return kernel;
  }

  // One thread after the other: false where something is reported.
  bool RunThreads(const Kernel& kernel, const check::BlockOrder& order, Memory& memory) {
    bool is_clean = true;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread)
      for (std::uint32_t site = 0; site < kernel.size(); ++site)
        if (kernel[site].address[thread]) is_clean &= RunAccess(kernel[site], site, thread, order, memory);
    return is_clean;
  }

  bool RunAccess(const Line& line, std::uint32_t site, std::uint32_t thread, const check::BlockOrder& order,
                 Memory& memory) {
    bool is_clean = true;
    const std::uint64_t first = *line.address[thread] / check::kCellBytes;
    const check::Toucher who{episodes, order, thread};
    const check::Note now = check::Note::Of(order.segment(thread), site, line.bytes(*line.address[thread]), 0);
    const auto conflict = [&](check::Note, bool) { is_clean = false; };
    for (std::uint64_t i = first; i < first + line.cells(); ++i) {
      check::Cell& cell = memory.cells[i];
      if (line.writes)
        check::NoteWrite<false>(who, cell, memory.second[i], now, now.bytes(), conflict);
      else
        check::NoteRead<false>(who, cell, memory.second[i], now, conflict);
      if (!line.writes && now.bytes() & ~check::Note{cell.write}.written()) is_clean = false;
    }
    return is_clean;
  }

  // True where that is all.
  bool RunRow(const Line& line, std::uint32_t warp, LaneNotes& notes, const check::BlockOrder& order, Memory& memory,
              LaneTrial& trial) {
    RowShape shape{.lanes = 0, .stride = line.stride, .size = line.size, .first = ~std::uint64_t{0}};
    for (std::uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if (!line.address[warp + lane]) continue;
      shape.lanes |= 1u << lane;
      shape.first = std::min(shape.first, *line.address[warp + lane]);
    }
    const RowCells* which = shape.lanes ? trial.cells_of_rows.Find(shape) : nullptr;
    if (!which) return false;
    check::Cell* cells = &memory.cells[shape.first / check::kCellBytes];
    check::SecondReader* seconds = &memory.second[shape.first / check::kCellBytes];
    const bool done = line.writes ? notes.WriteRow(*which, cells, seconds, order.segment(warp), code)
                                  : notes.ReadRow(*which, cells, seconds, order.segment(warp), code);
    (line.writes ? rows_written : rows_read) += done;
    return done;
  }

  bool RunLane(const Line& line, std::uint32_t thread, LaneNotes& notes, const check::BlockOrder& order,
               Memory& memory) {
    const std::uint64_t at = *line.address[thread], first = at / check::kCellBytes;
    for (std::uint64_t i = first; i < first + line.cells(); ++i) {
      const bool done = line.writes
                            ? notes.Write(memory.cells[i], memory.second[i], line.bytes(at), order.segment(thread))
                            : notes.Read(memory.cells[i], memory.second[i], line.bytes(at), order.segment(thread));
      if (!done) return false;
    }
    return true;
  }

  // Line after line for the lanes of a warp: false in doubt.
  bool RunLanes(const Kernel& kernel, const check::BlockOrder& order, Memory& memory, LaneTrial& trial) {
    trial.own = {order.first(), order.first() + kThreads / trace::kWarpSize};
    for (std::uint32_t warp = 0; warp < kThreads; warp += trace::kWarpSize)
      for (std::uint32_t site = 0; site < kernel.size(); ++site) {
        const Line& line = kernel[site];
        trial.ReserveNotes();
        LaneNotes notes(trial, order, site, false);
        if (line.in_rows && RunRow(line, warp, notes, order, memory, trial)) continue;
        for (std::uint32_t thread = warp; thread < warp + trace::kWarpSize; ++thread)
          if (line.address[thread] && !RunLane(line, thread, notes, order, memory)) return false;
      }
    return true;
  }

  // Whatever a block leaves that waits at barriers, and is not tried.
  void RunInPhases(std::uint32_t serial, std::uint32_t floor, Memory& memory) {
    check::BlockOrder order(episodes, serial, kThreads, floor);
    for (int phase = 0; phase < 2; ++phase) {
      RunThreads(AnyKernel(), order, memory);
      order.PassBarrier();
    }
  }
};

void LeavesTheNotesOfThreads(const RowNotes& code) {
  Bench bench{code};
  std::uint32_t held = 0, given_up = 0, serial = 0;
  Memory memory;
  for (std::uint32_t round = 0; round < 8'000; ++round) {
    if (round % 4 == 0) memory = {};
    for (check::Cell& cell : memory.cells)
      if (bench.Any(16) != 0) cell.write |= check::Note::Written(15);
    const bool all_written = bench.Any(4) != 0;
    for (check::Cell& cell : memory.cells)
      if (all_written) cell.write |= check::Note::Written(15);
    const std::uint32_t floor = bench.episodes.next();
    if (bench.Any(8) == 0) bench.RunInPhases(serial++, floor, memory);
    const Kernel kernel = bench.AnyKernel();
    for (std::uint32_t block = 0; block < 3; ++block) {
      const check::BlockOrder order(bench.episodes, serial++, kThreads, floor);
      LaneTrial trial;
      Memory threads = memory, lanes = memory;
      const bool is_clean = bench.RunThreads(kernel, order, threads);
      if (bench.RunLanes(kernel, order, lanes, trial)) {
        ++held;
        ASSERT_TRUE(is_clean) << "round " << round;
        ASSERT_TRUE(lanes == threads) << "round " << round << ", block " << block;
      } else {
        ++given_up;
        trial.Undo();
        ASSERT_TRUE(lanes == memory) << "round " << round << ", block " << block;
      }
      memory = threads;
    }
  }
  EXPECT_GT(held, 2'000u);
  EXPECT_GT(given_up, 2'000u);
  EXPECT_GT(bench.rows_read, 2'000u);
  EXPECT_GT(bench.rows_written, 1'000u);
}

TEST(Lanes, LeaveTheNotesThatThreadsLeaveOneAfterTheOtherOrGiveUp) {
  for (const RowNotes& code : row_notes_by_vector)
    if (code.is_usable) LeavesTheNotesOfThreads(code);
}

// Lanes 0, 2, 4, ... write the first byte of a cell each, and then two lanes read each of these cells.
TEST(Lanes, AreInDoubtWhereTheSecondOfTwoReadersOfACellHasNotWrittenIt) {
  check::Episodes episodes;
  const check::BlockOrder order(episodes, 0, kThreads, episodes.next());
  Memory memory;
  LaneTrial trial;
  trial.own = {order.first(), order.first() + 2};
  trial.ReserveNotes();
  LaneNotes notes(trial, order, 1, true);
  for (std::uint32_t i = 0; i < 16; ++i)
    ASSERT_TRUE(notes.Write(memory.cells[i], memory.second[i], 1, order.segment(2 * i)));
  const RowCells* which = trial.cells_of_rows.Find({.lanes = ~0u, .stride = 2, .size = 2, .first = 0});
  ASSERT_TRUE(which);
  ASSERT_EQ(which->count, 16u);
  for (const RowNotes& code : row_notes_by_vector)
    EXPECT_FALSE(code.is_usable &&
                 notes.ReadRow(*which, memory.cells.data(), memory.second.data(), order.segment(0), code));
}

// A row of bytes is looked at together, whatever byte it begins with: each cell has the first two lanes that read it.
TEST(Lanes, NoteTheFirstTwoReadersOfEachCellOfARowOfBytes) {
  check::Episodes episodes;
  const check::BlockOrder order(episodes, 0, kThreads, episodes.next());
  for (const RowNotes& code : row_notes_by_vector) {
    if (!code.is_usable) continue;
    Memory memory;
    LaneTrial trial;
    trial.ReserveNotes();
    LaneNotes notes(trial, order, 1, true);
    const RowCells* which = trial.cells_of_rows.Find({.lanes = ~0u, .stride = 1, .size = 1, .first = 3});
    ASSERT_TRUE(which);
    ASSERT_TRUE(notes.ReadRow(*which, memory.cells.data(), memory.second.data(), order.segment(0), code));
    EXPECT_EQ(memory.cells[0].read, check::Note::Of(order.segment(0), 1, 8, 0).bits);
    const check::Note next{memory.cells[1].read};
    EXPECT_EQ(next.bits, check::Note::Of(order.segment(1), 1, 1, 0).WithSecond(2, check::Spread::kWarp).bits);
    EXPECT_EQ(memory.second[1], order.segment(2));
    EXPECT_EQ(memory.cells[9].read, 0u);
  }
}

TEST(Lanes, PutBackWhatTheyHaveStored) {
  std::array<std::uint64_t, 2> words{1, 2};
  LaneTrial trial;
  trial.stores.Reserve(2);
  for (std::uint64_t value : {5, 6}) {
    LaneTrial::Stored& store = trial.stores.Next();
    store.address = reinterpret_cast<std::uint64_t>(words.data());
    store.size = sizeof words;
    std::memcpy(store.before, words.data(), sizeof words);
    words = {value, value};
  }
  trial.Undo();
  EXPECT_EQ(words, (std::array<std::uint64_t, 2>{1, 2}));
}

}  // namespace
}  // namespace lockstep::inspect
