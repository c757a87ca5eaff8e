// The contents of an array after the checked runs of a program. Findings and counts come from these runs: they say
// something of a program only if it computes there what it computes while it is recorded.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "jobs/array_pair.h"
#include "jobs/judge.h"

namespace lockstep::jobs {
namespace {

// Of the largest number of the array: sums of floating-point numbers differ with the order of threads.
constexpr double kSlack = 1e-4;

double SlackOf(const RecordedArray& right) {
  if (!right.HasFloats()) return 0;
  double largest = 0;
  for (std::uint64_t cell = 0; cell < right.Cells(); ++cell)
    if (const double number = std::fabs(right.Number(cell)); std::isfinite(number)) largest = std::max(largest, number);
  return kSlack * largest;
}

// The bytes that a checked run has left, as cells of the same array in the recording.
class CheckedArray {
 public:
  CheckedArray(const RecordedArray& recorded, const std::vector<std::uint8_t>& bytes)
      : after_{.bytes = bytes}, array_(recorded) {
    array_.after = &after_;
  }
  CheckedArray(const CheckedArray&) = delete;
  const RecordedArray& array() const { return array_; }

 private:
  trace::Snapshot after_;
  RecordedArray array_;
};

// "The checked run in thread order serial wrote other results: `d_out[3]` is 7 and should be 5."
Remark Differs(const CheckedRun& run, std::string what) {
  return {
      .sentence = fmt::format("The checked run in thread order {} wrote other results: {}. They must depend neither "
                              "on the order of threads nor on the run.",
                              run.order, what),
      .fault = std::string(KeyOf(Fault::kDiffers))};
}

// One array of a program, as it should be: that of the recording, or another array of the same checked run.
class Comparison {
 public:
  Comparison(const CompareArray& compare, const RecordedArray& array, const RecordedArray& right)
      : compare_(compare), array_(array), right_(right), slack_(SlackOf(right)) {}

  bool IsRightWhereRecorded() const {
    if (array_.Cells() != right_.Cells() || array_.CellSize() != right_.CellSize()) return false;
    const ArrayPair pair{array_, right_, compare_};
    for (std::uint64_t cell = 0; cell < array_.Cells(); ++cell)
      if (pair.Differ(cell)) return false;
    return true;
  }

  // Leaves out the cells that this run of the reference solution has otherwise. False if it has no such arrays.
  bool Soften(const CheckedRun& run, std::vector<bool>& firm) const {
    const auto *mine = BytesOf(run, compare_.array), *right = BytesOfRight(run);
    if (!mine || !right) return false;
    const CheckedArray ours(array_, *mine), theirs(right_, *right);
    const ArrayPair pair{ours.array(), theirs.array(), compare_, slack_};
    for (std::uint64_t cell = 0; cell < firm.size(); ++cell)
      if (pair.Differ(cell)) firm[cell] = false;
    return true;
  }

  std::optional<Remark> Judge(const CheckedRun& run, const std::vector<bool>& firm) const {
    const auto *mine = run.Find(compare_.array), *right = BytesOfRight(run);
    if (!mine || !right)
      return Differs(run, fmt::format("there is no array `{}`", mine ? compare_.with : compare_.array));
    if (mine->size() != right->size())
      return Differs(run,
                     fmt::format("`{}` has {} bytes and should have {}", compare_.array, mine->size(), right->size()));
    const CheckedArray ours(array_, *mine), theirs(right_, *right);
    const ArrayPair pair{ours.array(), theirs.array(), compare_, slack_};
    for (std::uint64_t cell = 0; cell < firm.size(); ++cell)
      if (firm[cell] && pair.Differ(cell))
        return Differs(run, fmt::format("`{}` is {} and should be {}", ours.array().Name(cell),
                                        ours.array().Value(cell), theirs.array().Value(cell)));
    return std::nullopt;
  }

 private:
  const std::vector<std::uint8_t>* BytesOf(const CheckedRun& run, const std::string& name) const {
    const auto* bytes = run.Find(name);
    return bytes && bytes->size() == right_.after->bytes.size() ? bytes : nullptr;
  }
  const std::vector<std::uint8_t>* BytesOfRight(const CheckedRun& run) const {
    return compare_.with.empty() ? &right_.after->bytes : BytesOf(run, compare_.with);
  }

  const CompareArray& compare_;
  const RecordedArray &array_, &right_;
  double slack_;
};

// In each checked run of mine, what the recorded one has right, and the reference solution has in all its runs.
std::optional<Remark> JudgeRuns(const Observed& mine, const Observed& reference, const CompareArray& compare) {
  const auto right_of = [&](const Observed& own) {
    return compare.with.empty() ? FindArray(*reference.recording, compare.array)
                                : FindArray(*own.recording, compare.with);
  };
  const auto array = FindArray(*mine.recording, compare.array), right = right_of(mine);
  const auto own = FindArray(*reference.recording, compare.array), own_right = right_of(reference);
  if (!array || !right || !own || !own_right) return std::nullopt;
  const Comparison comparison(compare, *array, *right), of_reference(compare, *own, *own_right);
  if (!comparison.IsRightWhereRecorded() || own->Cells() != array->Cells()) return std::nullopt;
  std::vector<bool> firm(array->Cells(), true);
  for (const CheckedRun& run : reference.checked->runs)
    if (!of_reference.Soften(run, firm)) return std::nullopt;
  for (const CheckedRun& run : mine.checked->runs)
    if (auto other = comparison.Judge(run, firm)) return other;
  return std::nullopt;
}

// An array that kernels only read is the same in each run, bit for bit.
std::optional<Remark> JudgeInputs(const Observed& mine, const Observed& reference) {
  for (const std::string& name : InputsOf(*reference.recording)) {
    const auto right = FindArray(*reference.recording, name);
    if (!right) continue;
    for (const CheckedRun& run : mine.checked->runs)
      if (const auto* bytes = run.Find(name); bytes && *bytes != right->after->bytes)
        return Differs(run, fmt::format("`{}` holds something else than the input", name));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Remark> JudgeCheckedRuns(const Observed& mine, const Observed& reference, const CompareArray& compare) {
  if (!mine.checked || !reference.checked || reference.checked->runs.empty()) return std::nullopt;
  if (!mine.recording || !reference.recording || !JudgeArray(mine, reference, compare).good) return std::nullopt;
  if (auto other = JudgeInputs(mine, reference)) return other;
  // Two arrays that are equal may both be wrong: the other one is the reference solution's, where it is so in the
  // recorded run.
  CompareArray with = compare;
  with.array = std::exchange(with.with, "");
  if (!compare.with.empty())
    if (auto other = JudgeRuns(mine, reference, with)) return other;
  return JudgeRuns(mine, reference, compare);
}

}  // namespace lockstep::jobs
