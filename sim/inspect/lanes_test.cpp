#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>

#include "sim/inspect/lane_notes.h"

namespace lockstep::inspect {
namespace {

constexpr std::uint32_t kThreads = 64, kCells = 6;

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

// A line of a kernel: what each thread does there, if anything.
struct Line {
  bool writes = false;
  std::uint32_t side_by_side =
      0;  // not 0: so many lanes of one warp, from `first` on, and whole cells from the first on
  std::uint32_t first = 0;
  std::array<std::optional<std::uint32_t>, kThreads> cell;
  std::array<std::uint32_t, kThreads> bytes{};
};
using Kernel = std::vector<Line>;

struct Bench {
  check::Episodes episodes;
  std::mt19937 random{7};

  std::uint32_t Any(std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); }

  void PutSideBySide(Line& line) {
    line.side_by_side = 1 + Any(kCells);
    line.first = Any(2) * trace::kWarpSize + Any(trace::kWarpSize - kCells);
    for (std::uint32_t i = 0; i < line.side_by_side; ++i) {
      line.cell[line.first + i] = i;
      line.bytes[line.first + i] = 15;
    }
  }

  Kernel AnyKernel() {
    Kernel kernel(1 + Any(4));
    for (Line& line : kernel) {
      line.writes = Any(3) == 0;
      if (Any(3) == 0) {
        PutSideBySide(line);
        continue;
      }
      const bool bytewise = Any(3) == 0, once = Any(2) == 0;
      const std::uint32_t first = Any(kThreads), lanes = line.writes && once ? 1 : 1 + Any(kThreads), step = Any(3);
      for (std::uint32_t i = 0; i < lanes && first + i < kThreads; ++i) {
        if (Any(8) == 0) continue;
        line.cell[first + i] = (first + i * step) / 4 % kCells;
        line.bytes[first + i] = bytewise ? 1u << Any(4) : 15;
      }
    }
    return kernel;
  }

  // One thread after the other: false where something is reported.
  bool RunThreads(const Kernel& kernel, const check::BlockOrder& order, Memory& memory) {
    bool is_clean = true;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread)
      for (std::uint32_t site = 0; site < kernel.size(); ++site) {
        const Line& line = kernel[site];
        if (!line.cell[thread]) continue;
        check::Cell& cell = memory.cells[*line.cell[thread]];
        check::SecondReader& second = memory.second[*line.cell[thread]];
        const check::Toucher who{episodes, order, thread};
        const check::Note now = check::Note::Of(order.segment(thread), site, line.bytes[thread], 0);
        const auto conflict = [&](check::Note, bool) { is_clean = false; };
        if (line.writes)
          check::NoteWrite<false>(who, cell, second, now, now.bytes(), conflict);
        else
          check::NoteRead<false>(who, cell, second, now, conflict);
        if (!line.writes && line.bytes[thread] & ~check::Note{cell.write}.written()) is_clean = false;
      }
    return is_clean;
  }

  // True where that is all.
  static bool RunSideBySide(const Line& line, LaneNotes& notes, const check::BlockOrder& order, Memory& memory) {
    check::Cell* cells = memory.cells.data();
    const check::Segment* segments = order.segments() + line.first;
    if (line.writes) {
      if (!notes.IsFresh(cells, line.side_by_side)) return false;
      notes.WriteFresh(cells, line.side_by_side, 1, segments);
      return true;
    }
    const LaneNotes::State state = notes.StateOf(cells, line.side_by_side, check::EpisodeOf(*segments));
    if (state == LaneNotes::State::kFresh) notes.ReadFresh(cells, line.side_by_side, 1, segments);
    return state != LaneNotes::State::kMixed;
  }

  // Line after line for the lanes of a warp: false in doubt.
  bool RunLanes(const Kernel& kernel, const check::BlockOrder& order, Memory& memory, LaneTrial& trial) {
    for (std::uint32_t warp = 0; warp < kThreads; warp += trace::kWarpSize)
      for (std::uint32_t site = 0; site < kernel.size(); ++site) {
        const Line& line = kernel[site];
        trial.reads.Reserve(kThreads);
        trial.writes.Reserve(kThreads);
        trial.seconds.Reserve(kThreads);
        LaneNotes notes(trial, episodes, order, site, false);
        if (line.side_by_side && line.first / trace::kWarpSize == warp / trace::kWarpSize &&
            RunSideBySide(line, notes, order, memory))
          continue;
        for (std::uint32_t thread = warp; thread < warp + trace::kWarpSize; ++thread) {
          if (!line.cell[thread]) continue;
          check::Cell& cell = memory.cells[*line.cell[thread]];
          const check::Segment segment = order.segment(thread);
          const bool done = line.writes
                                ? notes.Write(cell, line.bytes[thread], segment)
                                : notes.Read(cell, memory.second[*line.cell[thread]], line.bytes[thread], segment);
          if (!done) return false;
        }
      }
    return true;
  }
};

TEST(Lanes, LeaveTheNotesThatThreadsLeaveOneAfterTheOtherOrGiveUp) {
  Bench bench;
  std::uint32_t held = 0, given_up = 0;
  for (std::uint32_t round = 0; round < 8'000; ++round) {
    Memory memory;
    for (check::Cell& cell : memory.cells)
      if (bench.Any(8) != 0) cell.write = check::Note::Written(15);
    const std::uint32_t floor = bench.episodes.next();
    const Kernel kernel = bench.AnyKernel();
    for (std::uint32_t block = 0; block < 3; ++block) {
      const check::BlockOrder order(bench.episodes, 3 * round + block, kThreads, floor);
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
