#include "sim/inspect/row_notes.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "sim/check/races.h"

namespace lockstep::inspect {
namespace {

using check::Note;
using check::Spread;

constexpr int kSegmentShift = 32, kEpisodeShift = kSegmentShift + 5;
constexpr std::uint64_t kBytes = 0xf00, kSecondBytes = 0xf0, kSpread = 3;
constexpr std::uint64_t kWarp = static_cast<std::uint64_t>(Spread::kWarp),
                        kBlock = static_cast<std::uint64_t>(Spread::kBlock),
                        kGrid = static_cast<std::uint64_t>(Spread::kGrid);
constexpr std::uint32_t kStep = RowCells::kStep;

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
constexpr std::uint64_t kNotQuiet = 2;  // a cell has not got two readers of which one is of another warp
constexpr std::uint64_t kOfWarp = 4;    // a lane of the warp has read a cell before

// Nobody of this launch has touched the cells, and they hold values.
[[gnu::always_inline]] inline bool AreFresh(const RowNumbers row, const check::Cell* cells) {
  const std::uint64_t* const __restrict notes = &cells->write;
  std::uint64_t live = 0, written = ~std::uint64_t{0};
  const std::uint32_t count = 2 * row.count;
  __builtin_assume(count % (2 * kStep) == 0);
#pragma clang loop vectorize_width(8) interleave(disable)
  for (std::uint32_t i = 0; i < count; ++i) {
    live |= notes[i] >= row.live ? 1 : 0;
    written &= notes[i] | (i % 2 ? ~std::uint64_t{0} : 0);
  }
  return !live && !(row.needed & ~written);
}

// Keeps the notes of readers, too.
[[gnu::always_inline]] inline std::uint64_t LookForRead(const RowNumbers row, const RowCells& __restrict which,
                                                        const check::Cell* __restrict cells,
                                                        std::uint64_t* __restrict before) {
  std::uint64_t found = 0;
  const std::uint32_t count = row.count;
  __builtin_assume(count % kStep == 0);
#pragma clang loop vectorize_width(8) interleave(disable)
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t write = cells[i].write, read = cells[i].read;
    const std::uint64_t others = ((write ^ (row.lane_zero + which.first[i])) >> kSegmentShift) | which.second[i];
    const bool unusual = ((write >= row.live) & (others != 0)) | ((which.bytes[i] & row.needed & ~write) != 0);
    const bool live = read >= row.live, far = (read >> kEpisodeShift) != row.episode;
    const bool plain = (read & (Note::kUnawaited | Note::kKeptWrite)) == 0;
    const std::uint64_t spread = read & kSpread;
    const bool quiet = live & plain & ((spread == kGrid) | ((spread == kBlock) & row.IsOwn(read)));
    found |= (unusual ? kUnusual : 0) | (quiet ? 0 : kNotQuiet) | (far ? 0 : kOfWarp);
    before[i] = read;
  }
  return found;
}

// Of cells that have two readers: the second one is a lane of the warp, which these lanes may come before.
[[gnu::always_inline]] inline bool HaveSecondOfWarp(const RowNumbers row, const check::SecondReader* seconds) {
  const auto episode = static_cast<std::uint32_t>(row.episode);
  std::uint32_t found = 0;
  const std::uint32_t count = row.count;
  __builtin_assume(count % kStep == 0);
#pragma clang loop vectorize_width(8) interleave(disable)
  for (std::uint32_t i = 0; i < count; ++i) found |= check::EpisodeOf(seconds[i]) == episode ? 1 : 0;
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

// One lane reads a cell that has readers: LaneNotes::ReadToo without branches. `now` is its note. `kAllFar`: no lane of
// the warp is the first reader.
template <bool kAllFar>
[[gnu::always_inline]] inline void AddReader(const RowNumbers& row, std::uint64_t now, std::uint64_t& note,
                                             std::uint64_t& second, std::uint64_t& unusual) {
  const std::uint64_t segment = now >> kSegmentShift, reader = note >> kSegmentShift, spread = note & kSpread;
  const std::uint64_t bytes = now & kBytes;
  const bool live = note >= row.live, same = !kAllFar & (segment == reader);
  const bool in_warp = !kAllFar & ((note >> kEpisodeShift) == row.episode);
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
  unusual |= live & odd;
  note = live ? after : now;
  second = live ? after_second : second;
}

template <bool kHasSeconds, bool kAllFar>
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
    AddReader<kAllFar>(row, row.lane_zero + which.first[i], note, second, unusual);
    if (kHasSeconds) {
      const bool has_second = which.second[i] != 0;
      std::uint64_t note_of_two = note, second_of_two = second, unusual_of_two = 0;
      AddReader<false>(row, row.lane_zero + which.second[i], note_of_two, second_of_two, unusual_of_two);
      note = has_second ? note_of_two : note;
      second = has_second ? second_of_two : second;
      unusual |= has_second & unusual_of_two;
    }
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
    const bool alone = first == last;
    const bool live = write >= row.live, same = writer == segment;
    const bool refused = same ? !alone : (writer > segment) | ((write & first & kBytes) != 0);
    const bool own_reader = alone & ((read >> kSegmentShift) == segment) & !(read & (kSpread | Note::kUnawaited));
    const bool odd = (live & (refused | ((write & Note::kUnawaited) != 0))) | ((read >= row.live) & !own_reader);
    unusual |= odd;
    before[i] = write;
    after[i] =
        last | which.bytes[i] | (write & Note::Written(15)) | ((live & same) ? write & kBytes : std::uint64_t{0});
  }
  return unusual != 0;
}

// --- the cells themselves, which other OS threads may change

// The steps read whole vectors, of which the last one may reach past the cells: then they read a copy, where the last
// cell is repeated.
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
    for (std::uint32_t i = count; i % kStep != 0; ++i)
      std::memcpy(to + i * sizeof *from, from + count - 1, sizeof *from);
    return reinterpret_cast<const T*>(to);
  }

  alignas(check::Cell) std::byte copied_cells[(RowCells::kMost + kStep) * sizeof(check::Cell)];
  alignas(check::SecondReader) std::byte copied_seconds[(RowCells::kMost + kStep) * sizeof(check::SecondReader)];
};

[[gnu::always_inline]] inline void Store(std::uint64_t& note, std::uint64_t after) {
  std::atomic_ref(note).store(after, std::memory_order_relaxed);
}

[[gnu::always_inline]] inline void ReadFresh(LaneTrial& trial, const RowOfCells& row) {
  const std::uint32_t count = row.which.count;
  const std::uint64_t lane_zero = row.lane_zero.bits;
  std::uint64_t* const __restrict before = trial.notes.room();
  if (row.which.have_seconds) {
    check::SecondReader* const seconds_before = trial.seconds.room();
    for (std::uint32_t i = 0; i < count; ++i) {
      before[i] = row.cells[i].read;
      seconds_before[i] = row.seconds[i];
      const std::uint64_t first = lane_zero + row.which.first[i], second = row.which.second[i];
      Store(row.cells[i].read, second ? first | (second & kBytes) >> 4 | kWarp : first);
      if (second) row.seconds[i] = static_cast<check::SecondReader>((lane_zero + second) >> kSegmentShift);
    }
  } else {
    for (std::uint32_t i = 0; i < count; ++i) {
      before[i] = row.cells[i].read;
      Store(row.cells[i].read, lane_zero + row.which.first[i]);
    }
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
  if (whole.cells->read < row.live && AreFresh(numbers, whole.cells)) {
    ReadFresh(trial, row);
    return true;
  }
  std::uint64_t* const before = trial.notes.room();
  const std::uint64_t found = LookForRead(numbers, row.which, whole.cells, before);
  if (found & kUnusual) return false;
  if (found == 0 && (numbers.episode > trial.last_far || !HaveSecondOfWarp(numbers, whole.seconds))) return true;
  Readers after;
  check::SecondReader* const seconds_before = trial.seconds.room();
  Changes changes;
  if (row.which.have_seconds)
    changes = AddReaders<true, false>(numbers, row.which, before, whole.seconds, after, seconds_before);
  else if (found & kOfWarp)
    changes = AddReaders<false, false>(numbers, row.which, before, whole.seconds, after, seconds_before);
  else
    changes = AddReaders<false, true>(numbers, row.which, before, whole.seconds, after, seconds_before);
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
  const std::uint64_t* const before = trial.notes.room();
  trial.Keep({row.cells, row.seconds, row.which.count, true, false});
  for (std::uint32_t i = 0; i < row.which.count; ++i) {
    std::uint64_t found = before[i];
    if (row.all_written || row.which.bytes[i] == Note::Written(15))
      Store(row.cells[i].write, after[i]);
    else if (!check::ReplaceNote<true>(row.cells[i].write, found, after[i]))  // another OS thread wrote its other bytes
      trial.Doubt();
  }
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
