// What the checked runs of a program leave in an array. Findings and counts come from these runs: they say something of
// a program only if it computes there what it computes while it is recorded.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

// Which cells the reference solution leaves the same in all its runs; those of others say nothing.
std::vector<bool> FirmCells(const Observed& reference, const RecordedArray& right, const CompareArray& wanted,
                            double slack) {
  std::vector<bool> firm(right.Cells(), true);
  for (const CheckedArrays& run : reference.checked->arrays) {
    const auto* bytes = run.Find(wanted.array);
    if (!bytes || bytes->size() != right.after->bytes.size()) return {};
    const CheckedArray checked(right, *bytes);
    const ArrayPair pair{checked.array(), right, wanted, slack};
    for (std::uint64_t cell = 0; cell < firm.size(); ++cell)
      if (pair.Differ(cell)) firm[cell] = false;
  }
  return firm;
}

// "The checked run in thread order serial wrote other results: `d_out[3]` is 7 and should be 5."
Remark Differs(const CheckedArrays& run, std::string what) {
  return {
      .sentence = fmt::format("The checked run in thread order {} wrote other results: {}. They must depend neither "
                              "on the order of threads nor on the run.",
                              run.order, what),
      .fault = std::string(KeyOf(Fault::kDiffers))};
}

}  // namespace

std::optional<Remark> JudgeCheckedRuns(const Observed& mine, const Observed& reference, const CompareArray& wanted) {
  if (!wanted.with.empty() || !mine.checked || !reference.checked || reference.checked->arrays.empty())
    return std::nullopt;
  if (!mine.recording || !reference.recording || !JudgeArray(mine, reference, wanted).good) return std::nullopt;
  const auto array = FindArray(*mine.recording, wanted.array), right = FindArray(*reference.recording, wanted.array);
  if (!array || !right) return std::nullopt;
  const double slack = SlackOf(*right);
  const std::vector<bool> firm = FirmCells(reference, *right, wanted, slack);
  if (firm.empty()) return std::nullopt;
  for (const CheckedArrays& run : mine.checked->arrays) {
    const auto* bytes = run.Find(wanted.array);
    if (!bytes) return Differs(run, fmt::format("there is no array `{}`", wanted.array));
    if (bytes->size() != right->after->bytes.size())
      return Differs(run, fmt::format("`{}` has {} bytes and should have {}", wanted.array, bytes->size(),
                                      right->after->bytes.size()));
    const CheckedArray checked(*array, *bytes);
    const ArrayPair pair{checked.array(), *right, wanted, slack};
    for (std::uint64_t cell = 0; cell < firm.size(); ++cell)
      if (firm[cell] && pair.Differ(cell))
        return Differs(run, fmt::format("`{}` is {} and should be {}", checked.array().Name(cell),
                                        checked.array().Value(cell), right->Value(cell)));
  }
  return std::nullopt;
}

}  // namespace lockstep::jobs
