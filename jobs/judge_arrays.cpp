// The arrays of a recording against those of the reference solution, and whether kernels have computed them.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "jobs/array_pair.h"
#include "jobs/judge.h"
#include "jobs/moments.h"
#include "jobs/work_shares.h"

namespace lockstep::jobs {
namespace {

Remark Wrong(Fault fault, std::string sentence) {
  return {.sentence = std::move(sentence), .fault = std::string(KeyOf(fault))};
}

Remark RemarkOnFirstWrong(const RecordedArray& mine, const RecordedArray& right, std::uint64_t first,
                          std::uint64_t wrong) {
  Remark remark{.fault = std::string(KeyOf(Fault::kWrongValue))};
  const std::string& name = mine.object->name;
  remark.sentence = wrong == 1 ? fmt::format("`{}` is wrong in one cell: ", name)
                               : fmt::format("`{}` is wrong in {} of {} cells. The first: ", name, wrong, mine.Cells());
  const std::string cell = fmt::format("`{}`", mine.Name(first)), value = right.Value(first);
  const bool was_written = mine.WasWritten(first);
  const std::optional<RecordedArray> earlier = mine.WrittenEarlier(first);
  remark.sentence += was_written ? fmt::format("{} is {} and should be {}", cell, mine.Value(first), value)
                                 : fmt::format("{} was never written and should be {}", cell, value);
  if (const auto writer = mine.Writer(first)) {
    remark.moment = MomentOfWrite(mine, first, *writer);
    remark.sentence += fmt::format("; {} wrote it.", Describe(*remark.moment));
  } else if (const auto meant = right.Writer(first); !mine.writers && mine.IsWrittenInAnyLaunch()) {
    remark.sentence += "; its writer was not recorded.";
  } else if (meant && mine.launch->grid == right.launch->grid && mine.launch->block == right.launch->block) {
    remark.moment = MomentOfExit(mine, *meant);
    remark.sentence += was_written
                           ? fmt::format("; no thread {} it ({} should).",
                                         earlier ? "of the last launch wrote" : "wrote", Describe(*remark.moment))
                           : fmt::format(" by {}.", Describe(*remark.moment));
    remark.fault = KeyOf(Fault::kNotWritten);
  } else if (earlier) {
    remark.moment = MomentOfWrite(*earlier, first, *earlier->Writer(first));
    remark.sentence += fmt::format("; {} wrote it in launch {}.", Describe(*remark.moment), remark.moment->launch);
  } else {
    remark.sentence += was_written ? "; no thread wrote it." : ".";
    remark.fault = KeyOf(Fault::kNotWritten);
  }
  if (!remark.moment) remark.moment = Moment{.launch = LaunchIndex(*mine.recording, *mine.launch)};
  remark.moment->cell = WrongCell{mine.Id(), first, right.Value(first)};
  return remark;
}

// --- who has computed them

// Right values that no kernel computed: they were copied to the device.
std::optional<Remark> JudgeWriters(const RecordedArray& mine, const RecordedArray& right) {
  const WorkShares ours = SharesOf(mine), theirs = SharesOf(right);
  const std::string& name = mine.object->name;
  if (ours.writers == 0 && theirs.writers != 0)
    return Wrong(
        Fault::kWrittenByHost,
        fmt::format("`{}` holds the right values, but no kernel has written them: the host did. Let the kernel "
                    "compute them.",
                    name));
  if (ours.writers == 1 && theirs.writers > 1 && ours.most > theirs.most)
    return Wrong(Fault::kOneThread,
                 fmt::format("one thread wrote all of `{}`; in the reference solution {} threads share the work.", name,
                             theirs.writers));
  if (theirs.writers > 1 && ours.most > FairShare(ours, theirs))
    return Wrong(
        Fault::kOneThread,
        fmt::format("{} wrote {} of the {} cells of `{}`; in the reference solution no thread writes more than "
                    "{}: share the work.",
                    ours.BusiestThread(), ours.most, ours.cells, name, theirs.most));
  return std::nullopt;
}

bool IsInput(const trace::Recording& recording, std::uint32_t object) {
  return recording.objects[object].kind == trace::ObjectKind::kAllocation && !recording.objects[object].shape.empty() &&
         std::ranges::none_of(recording.launches, [&](const trace::RecordedLaunch& launch) {
           return std::ranges::any_of(launch.writers,
                                      [&](const trace::WriterMap& map) { return trace::Index(map.object) == object; });
         });
}

// An array that the reference solution's kernels only read must reach the learner's kernels as it is: an expected
// result in its place would be a copy and no computation.
std::optional<Remark> JudgeInputs(const trace::Recording& mine, const trace::Recording& right) {
  for (const std::string& name : InputsOf(right)) {
    const auto theirs = FindArray(right, name), ours = FindArray(mine, name);
    if (!theirs) continue;
    if (!ours)
      return Wrong(
          Fault::kNoArray,
          fmt::format("No kernel reads an array `{}`: the program must fill it, name it with LOCKSTEP_PUBLISH, "
                      "and let a kernel use it.",
                      name));
    if (ours->after->bytes != theirs->after->bytes)
      return Wrong(Fault::kInputChanged,
                   fmt::format("`{}` holds something else than the input when the kernels have run.", name));
  }
  return std::nullopt;
}

// Bytes of arguments that an answer may have beyond the reference solution's: a few sizes, but no results.
constexpr std::uint64_t kMoreArguments = 32;

// Bytes that the host hands over may be the result, whichever way it goes.
std::optional<Remark> JudgeUploads(const Observed& mine, const Observed& right) {
  if (!mine.checked || !mine.checked->counts || !right.checked || !right.checked->counts) return std::nullopt;
  const metrics::HostCounts &ours = mine.checked->counts->host, &theirs = right.checked->counts->host;
  const std::uint64_t as_arguments =
      ours.argument_bytes > theirs.argument_bytes + kMoreArguments ? ours.argument_bytes - theirs.argument_bytes : 0;
  const std::uint64_t handed = ours.bytes_to_device + ours.stored_bytes + as_arguments,
                      needed = theirs.bytes_to_device + theirs.stored_bytes;
  if (handed <= needed) return std::nullopt;
  std::vector<std::string> ways;
  if (ours.bytes_to_device != 0) ways.push_back(fmt::format("copies {} bytes to the device", ours.bytes_to_device));
  if (ours.stored_bytes != 0)
    ways.push_back(fmt::format("writes {} bytes into memory that kernels can read", ours.stored_bytes));
  if (as_arguments != 0) ways.push_back(fmt::format("passes {} bytes more as arguments of kernels", as_arguments));
  return Wrong(
      Fault::kMoreUploaded,
      fmt::format("the host {}, and the reference solution needs {}: let the kernel compute the result, instead "
                  "of handing it over.",
                  fmt::join(ways, " and "), needed));
}

// If the recording ends before the program does, its arrays are not the result.
std::optional<Remark> JudgeLaunches(const Observed& mine, const std::string& array) {
  if (!mine.checked || !mine.checked->counts || mine.recording->launches.size() < kMostLaunches) return std::nullopt;
  const auto launches = metrics::Measure(*mine.checked->counts, {.name = "launches"});
  if (!launches || *launches <= static_cast<double>(mine.recording->launches.size())) return std::nullopt;
  return Wrong(Fault::kTooMany, fmt::format("`{}` was not compared: the program launches kernels {} times, and the "
                                            "first {} launches are recorded.",
                                            array, *launches, kMostLaunches));
}

}  // namespace

std::vector<std::string> InputsOf(const trace::Recording& recording) {
  std::vector<std::string> names;
  for (std::uint32_t object = 0; object < recording.objects.size(); ++object)
    if (IsInput(recording, object)) names.push_back(recording.objects[object].name);
  return names;
}

Remark JudgeArray(const Observed& mine, const Observed& reference, const CompareArray& wanted) {
  if (!reference.recording)
    return {.good = true, .sentence = fmt::format("`{}`: there is nothing to compute.", wanted.array)};
  if (!mine.recording) return Wrong(Fault::kNoKernel, "No kernel ran.");
  if (WasStopped(*mine.recording))
    return Wrong(Fault::kStopped,
                 fmt::format("`{}` was not compared: the kernel was stopped before its end.", wanted.array));
  if (auto remark = JudgeLaunches(mine, wanted.array)) return *remark;
  const bool is_own = !wanted.with.empty();
  const auto array = FindArray(*mine.recording, wanted.array),
             right = is_own ? FindArray(*mine.recording, wanted.with) : FindArray(*reference.recording, wanted.array);
  if (!array && !right && !is_own)
    return {.good = true, .sentence = fmt::format("`{}`: there is nothing to compute.", wanted.array)};
  if (!array || (is_own && !right))
    return Wrong(Fault::kNoArray,
                 fmt::format("There is no array `{}` to look at: the program must allocate it, name it "
                             "with LOCKSTEP_PUBLISH, and launch a kernel.",
                             array ? wanted.with : wanted.array));
  if (!right) return Wrong(Fault::kNoArray, fmt::format("The lesson's own solution has no array `{}`.", wanted.array));
  if (array->Cells() != right->Cells() || array->CellSize() != right->CellSize())
    return Wrong(Fault::kWrongSize,
                 fmt::format("`{}` has {} cells and should have {}.", wanted.array, array->Cells(), right->Cells()));
  const ArrayPair pair{*array, *right, wanted};
  std::uint64_t wrong = 0, first = 0;
  for (std::uint64_t cell = 0; cell < array->Cells(); ++cell)
    if (pair.Differ(cell) && wrong++ == 0) first = cell;
  if (wrong != 0) return RemarkOnFirstWrong(*array, *right, first, wrong);
  const auto written = FindArray(*reference.recording, wanted.array);
  if (written)
    if (auto remark = JudgeWriters(*array, *written)) return *remark;
  if (auto remark = JudgeInputs(*mine.recording, *reference.recording)) return *remark;
  if (auto remark = JudgeUploads(mine, reference)) return *remark;
  return {.good = true, .sentence = fmt::format("`{}` is right: all {} cells.", wanted.array, array->Cells())};
}

// --- orders of threads

Remark JudgeOrders(const Observed& mine) {
  if (!mine.recording || !mine.reordered)
    return {.good = !mine.recording,
            .sentence = mine.recording ? "It was run once only." : "No kernel ran.",
            .fault = mine.recording ? std::string(KeyOf(Fault::kNotChecked)) : ""};
  for (const trace::Object& object : mine.recording->objects) {
    if (object.kind != trace::ObjectKind::kAllocation || object.shape.empty()) continue;
    const auto first = FindArray(*mine.recording, object.name), again = FindArray(*mine.reordered, object.name);
    if (!first || !again || first->after->bytes == again->after->bytes) continue;
    const auto size = std::min(first->Cells(), again->Cells());
    std::uint64_t cell = 0;
    while (cell < size && std::memcmp(first->after->bytes.data() + cell * first->CellSize(),
                                      again->after->bytes.data() + cell * again->CellSize(), first->CellSize()) == 0)
      ++cell;
    Remark remark = Wrong(Fault::kDiffers, fmt::format("`{}` depends on the order of the threads.", object.name));
    if (cell == size) return remark;
    remark.sentence = fmt::format("`{}` depends on the order of the threads: it is {} in one order and {} in another.",
                                  first->Name(cell), first->Value(cell), again->Value(cell));
    if (const auto writer = first->Writer(cell)) remark.moment = MomentOfWrite(*first, cell, *writer);
    return remark;
  }
  return {.good = true, .sentence = "The result is the same in another order of the threads."};
}

}  // namespace lockstep::jobs
