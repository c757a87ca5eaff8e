#include "sim/inspect/row_notes.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace lockstep::inspect {
namespace {

using check::Note;
using check::Spread;

constexpr int kSegmentShift = 32, kEpisodeShift = kSegmentShift + 5;
constexpr std::uint64_t kBytes = 0xf00, kSecondBytes = 0xf0, kSpread = 3;
constexpr std::uint64_t kWarp = static_cast<std::uint64_t>(Spread::kWarp),
                        kBlock = static_cast<std::uint64_t>(Spread::kBlock),
                        kGrid = static_cast<std::uint64_t>(Spread::kGrid);
// As many cells are looked at in one step, whatever the processor.
constexpr std::uint32_t kStep = 8;

// The loops below have no branches, and become vectors.
struct RowNumbers {
  std::uint64_t lane_zero, live, episode, first_own, own_count, needed;
  std::uint32_t count;  // a multiple of kStep

  bool IsOwn(std::uint64_t note) const { return (note >> kEpisodeShift) - first_own < own_count; }
};

RowNumbers NumbersOf(const LaneTrial& trial, const RowOfCells& row) {
  return {.lane_zero = row.lane_zero.bits,
          .live = row.live,
          .episode = row.lane_zero.bits >> kEpisodeShift,
          .first_own = trial.own.first,
          .own_count = trial.own.end - trial.own.first,
          .needed = row.all_written ? 0 : Note::Written(15),
          .count = (row.which.count + kStep - 1) / kStep * kStep};
}

// --- what the notes of cells are like

constexpr std::uint64_t kUnusual = 1;   // the lanes have to be looked at one by one
constexpr std::uint64_t kNotFresh = 2;  // somebody of this launch has read a cell
constexpr std::uint64_t kNotQuiet = 4;  // a cell has not got two readers of which one is of another warp

// Keeps the notes of readers, too.
[[gnu::always_inline]] inline std::uint64_t LookForRead(const RowNumbers row, const RowCells& __restrict which,
                                                        const check::Cell* __restrict cells,
                                                        std::uint64_t* __restrict before) {
  std::uint64_t found = 0;
  const std::uint32_t count = row.count;
  __builtin_assume(count % kStep == 0);
#pragma clang loop vectorize_width(8) interleave(disable)
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t write = cells[i].write, read = cells[i].read, bytes = which.bytes[i];
    const std::uint64_t others = ((write ^ (row.lane_zero + which.first[i])) >> kSegmentShift) | which.second[i];
    const bool unusual = ((write >= row.live) & (others != 0)) | ((bytes & row.needed & ~write) != 0);
    const bool live = read >= row.live, far = (read >> kEpisodeShift) != row.episode;
    const bool plain = (read & (Note::kUnawaited | Note::kKeptWrite)) == 0;
    const std::uint64_t spread = read & kSpread;
    const bool quiet = live & plain & far & ((spread == kGrid) | ((spread == kBlock) & row.IsOwn(read)));
    const std::uint64_t state = (unusual ? kUnusual : 0) | (live ? kNotFresh : 0) | (quiet ? 0 : kNotQuiet);
    found |= bytes ? state : 0;
    before[i] = read;
  }
  return found;
}

// --- reads

struct Readers {
  std::array<std::uint64_t, RowCells::kMost> note;
  std::array<check::SecondReader, RowCells::kMost> second;
};

struct Changes {
  std::uint64_t unusual = 0, any = 0, of_seconds = 0, far = 0;
};

// One lane reads a cell that has readers: LaneNotes::ReadToo without branches. `now` is its note.
[[gnu::always_inline]] inline void AddReader(const RowNumbers& row, std::uint64_t now, std::uint64_t& note,
                                             std::uint64_t& second, std::uint64_t& unusual) {
  const std::uint64_t segment = now >> kSegmentShift, reader = note >> kSegmentShift, spread = note & kSpread;
  const std::uint64_t bytes = now & kBytes;
  const bool touches = bytes != 0, live = note >= row.live, same = segment == reader;
  const bool in_warp = (note >> kEpisodeShift) == row.episode;
  const std::uint64_t wanted = in_warp ? kWarp : row.IsOwn(note) ? kBlock : kGrid;
  const bool goes_first = in_warp & (segment < reader);
  const bool goes_second = (spread < wanted) | (((second >> 5) == row.episode) & (segment < second));
  const bool is_second = (second == segment) & (spread != kGrid);
  const bool odd = ((note & (Note::kUnawaited | Note::kKeptWrite)) != 0) | (in_warp & (spread > kWarp));

  const std::uint64_t others = note & ~(kSecondBytes | kSpread);
  std::uint64_t after = is_second ? note | bytes >> 4 : note, after_second = second;
  after = goes_second ? others | bytes >> 4 | std::max(spread, wanted) : after;
  after_second = goes_second ? segment : after_second;
  after = goes_first ? now | (note & kBytes) >> 4 | kWarp : after;
  after_second = goes_first ? reader : after_second;
  after = same ? note | bytes : after;
  after_second = same ? second : after_second;
  after = live ? after : now;
  after_second = live ? after_second : second;
  unusual |= touches & live & odd;
  note = touches ? after : note;
  second = touches ? after_second : second;
}

template <bool kHasSeconds>
[[gnu::always_inline]] inline Changes AddReaders(const RowNumbers row, const RowCells& __restrict which,
                                                 const std::uint64_t* __restrict notes,
                                                 const check::SecondReader* __restrict seconds,
                                                 Readers& __restrict after,
                                                 check::SecondReader* __restrict seconds_before) {
  Changes changes;
  const std::uint32_t count = row.count;
  __builtin_assume(count % kStep == 0);
#pragma clang loop vectorize_width(8) interleave(disable)
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t before = notes[i], second_before = seconds[i];
    std::uint64_t note = before, second = second_before, unusual = 0;
    AddReader(row, row.lane_zero + which.first[i], note, second, unusual);
    if (kHasSeconds) AddReader(row, row.lane_zero + which.second[i], note, second, unusual);
    seconds_before[i] = static_cast<check::SecondReader>(second_before);
    after.note[i] = note;
    after.second[i] = static_cast<check::SecondReader>(second);
    changes.unusual |= unusual;
    changes.any |= (note ^ before) | (second ^ second_before);
    changes.of_seconds |= second ^ second_before;
    changes.far |= second != second_before ? note & kBlock : 0;
  }
  return changes;
}

// --- writes

using Writers = std::array<std::uint64_t, RowCells::kMost>;

// True where a write may be in doubt.
[[gnu::always_inline]] inline bool AddWriters(const RowNumbers row, const RowCells& __restrict which,
                                              const check::Cell* __restrict cells, Writers& __restrict after,
                                              std::uint64_t* __restrict before) {
  std::uint64_t unusual = 0;
  const std::uint32_t count = row.count;
  __builtin_assume(count % kStep == 0);
#pragma clang loop vectorize_width(8) interleave(disable)
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t write = cells[i].write, read = cells[i].read;
    const std::uint64_t first = row.lane_zero + which.first[i], last = row.lane_zero + which.last[i];
    const std::uint64_t segment = first >> kSegmentShift, writer = write >> kSegmentShift;
    const bool touches = which.bytes[i] != 0, alone = first == last;
    const bool live = write >= row.live, same = writer == segment;
    const bool refused = same ? !alone : (writer > segment) | ((write & first & kBytes) != 0);
    const bool own_reader = alone & ((read >> kSegmentShift) == segment) & !(read & (kSpread | Note::kUnawaited));
    const bool odd = (live & (refused | ((write & Note::kUnawaited) != 0))) | ((read >= row.live) & !own_reader);
    unusual |= touches & odd;
    const std::uint64_t note =
        last | which.bytes[i] | (write & Note::Written(15)) | ((live & same) ? write & kBytes : std::uint64_t{0});
    before[i] = write;
    after[i] = touches ? note : write;
  }
  return unusual != 0;
}

// --- the cells themselves, which other OS threads may change

// The steps read whole vectors, of which the last one may reach past the cells: then they read a copy.
struct WholeSteps {
  explicit WholeSteps(const RowOfCells& row) : cells(row.cells), seconds(row.seconds) {
    const std::uint32_t count = row.which.count;
    if (count % kStep == 0) return;
    cells = Copy(copied_cells, row.cells, count);
    seconds = Copy(copied_seconds, row.seconds, count);
  }
  WholeSteps(const WholeSteps&) = delete;

  const check::Cell* cells;
  const check::SecondReader* seconds;

 private:
  template <class T>
  static const T* Copy(std::byte* to, const T* from, std::uint32_t count) {
    std::memcpy(to, from, count * sizeof *from);
    std::memset(to + count * sizeof *from, 0, kStep * sizeof *from);
    return reinterpret_cast<const T*>(to);
  }

  alignas(check::Cell) std::byte copied_cells[(RowCells::kMost + kStep) * sizeof(check::Cell)];
  alignas(check::SecondReader) std::byte copied_seconds[(RowCells::kMost + kStep) * sizeof(check::SecondReader)];
};

[[gnu::always_inline]] inline void Store(std::uint64_t& note, std::uint64_t after) {
  std::atomic_ref(note).store(after, std::memory_order_relaxed);
}

// The trial has kept the notes.
[[gnu::always_inline]] inline void ReadFresh(LaneTrial& trial, const RowOfCells& row) {
  const std::uint32_t count = row.which.count;
  const std::uint64_t lane_zero = row.lane_zero.bits;
  if (row.which.have_seconds) {
    check::SecondReader* const before = trial.seconds.room();
    for (std::uint32_t i = 0; i < count; ++i) {
      before[i] = row.seconds[i];
      const std::uint64_t first = lane_zero + row.which.first[i], second = row.which.second[i];
      Store(row.cells[i].read, second ? first | (second & kBytes) >> 4 | kWarp : first);
      if (second) row.seconds[i] = static_cast<check::SecondReader>((lane_zero + second) >> kSegmentShift);
    }
  } else {
    for (std::uint32_t i = 0; i < count; ++i) Store(row.cells[i].read, lane_zero + row.which.first[i]);
  }
  trial.Keep({row.cells, row.seconds, count, false, row.which.have_seconds});
}

// Only what differs is written: others may have changed the rest.
[[gnu::always_inline]] inline void StoreReaders(LaneTrial& trial, const RowOfCells& row, const Readers& after,
                                                bool seconds_too) {
  const std::uint64_t* const before = trial.notes.room();
  const check::SecondReader* const seconds_before = trial.seconds.room();
  for (std::uint32_t i = 0; i < row.which.count; ++i)
    if (after.note[i] != before[i]) Store(row.cells[i].read, after.note[i]);
  for (std::uint32_t i = 0; seconds_too && i < row.which.count; ++i)
    if (after.second[i] != seconds_before[i]) row.seconds[i] = after.second[i];
  trial.Keep({row.cells, row.seconds, row.which.count, false, seconds_too});
}

[[gnu::always_inline]] inline bool ReadCells(LaneTrial& trial, const RowOfCells& row) {
  const RowNumbers numbers = NumbersOf(trial, row);
  const WholeSteps whole(row);
  std::uint64_t* const before = trial.notes.room();
  const std::uint64_t found = LookForRead(numbers, row.which, whole.cells, before);
  if (found & kUnusual) return false;
  if (!(found & kNotFresh)) {
    ReadFresh(trial, row);
    return true;
  }
  if (!(found & kNotQuiet) && numbers.episode > trial.last_far) return true;
  Readers after;
  check::SecondReader* const seconds_before = trial.seconds.room();
  const Changes changes = row.which.have_seconds
                              ? AddReaders<true>(numbers, row.which, before, whole.seconds, after, seconds_before)
                              : AddReaders<false>(numbers, row.which, before, whole.seconds, after, seconds_before);
  if (changes.unusual) return false;
  if (!changes.any) return true;
  if (changes.far) trial.last_far = std::max(trial.last_far, static_cast<std::uint32_t>(numbers.episode));
  StoreReaders(trial, row, after, changes.of_seconds != 0);
  return true;
}

[[gnu::always_inline]] inline bool WriteCells(LaneTrial& trial, const RowOfCells& row) {
  if (row.which.overlap) return false;
  const WholeSteps whole(row);
  Writers after;
  if (AddWriters(NumbersOf(trial, row), row.which, whole.cells, after, trial.notes.room())) return false;
  trial.Keep({row.cells, row.seconds, row.which.count, true, false});
  for (std::uint32_t i = 0; i < row.which.count; ++i) Store(row.cells[i].write, after[i]);
  return true;
}

// --- for each kind of processor

// Plain loads, which become vectors: another OS thread's notes are looked for at the end of the trial.
struct With128 {
  [[clang::no_sanitize("thread")]] static bool Read(LaneTrial& trial, const RowOfCells& row) {
    return ReadCells(trial, row);
  }
  [[clang::no_sanitize("thread")]] static bool Write(LaneTrial& trial, const RowOfCells& row) {
    return WriteCells(trial, row);
  }
};

struct With256 {
  [[gnu::target("avx2"), clang::no_sanitize("thread")]] static bool Read(LaneTrial& trial, const RowOfCells& row) {
    return ReadCells(trial, row);
  }
  [[gnu::target("avx2"), clang::no_sanitize("thread")]] static bool Write(LaneTrial& trial, const RowOfCells& row) {
    return WriteCells(trial, row);
  }
};

#define AVX512 "avx512f,avx512dq,avx512vl,avx512bw"
struct With512 {
  [[gnu::target(AVX512), clang::no_sanitize("thread")]] static bool Read(LaneTrial& trial, const RowOfCells& row) {
    return ReadCells(trial, row);
  }
  [[gnu::target(AVX512), clang::no_sanitize("thread")]] static bool Write(LaneTrial& trial, const RowOfCells& row) {
    return WriteCells(trial, row);
  }
};

bool HasAvx512() {
  return __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

}  // namespace

const std::array<RowNotes, kVectors> row_notes_by_vector{
    RowNotes{true, With128::Read, With128::Write},
    RowNotes{__builtin_cpu_supports("avx2") != 0, With256::Read, With256::Write},
    RowNotes{HasAvx512(), With512::Read, With512::Write}};

const RowNotes row_notes =
    *std::ranges::find_if(row_notes_by_vector.rbegin(), row_notes_by_vector.rend(), &RowNotes::is_usable);

}  // namespace lockstep::inspect
