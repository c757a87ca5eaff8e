#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "shared/base/available_memory.h"
#include "shared/base/file.h"
#include "shared/trace/chunk.h"
#include "shared/trace/fields.h"
#include "shared/trace/limits.h"
#include "shared/trace/read_in_parts.h"
#include "shared/trace/snapshots.h"
#include "shared/trace/step_code.h"
#include "shared/trace/trace.h"
#include "shared/trace/validate.h"

namespace lockstep::trace {
namespace {

template <class T>
void DecodeNewRows(Decoder& in, std::vector<T>& table) {
  std::uint64_t had = 0;
  std::vector<T> rows;
  in(had, rows);
  if (had != table.size()) return in.SetBad();
  std::move(rows.begin(), rows.end(), std::back_inserter(table));
}

// About what a packed step takes, with its part of the index that a view makes.
constexpr std::uint64_t kBytesOfPackedStep = 10;

// Assembles a recording from its sections, which must come in this order: program, then tables and launches, then the
// end.
class Assembly {
 public:
  Assembly(MemoryBudget& budget, std::uint64_t open_steps) : budget_(&budget), open_steps_(open_steps) {}

  // False if the section is out of place or is not what a writer produces.
  bool Take(const Section& section) {
    Decoder in(section.content, *budget_);
    if (ended_ || (section.kind == SectionKind::kProgram) == has_program_) return false;
    switch (section.kind) {
      case SectionKind::kProgram:
        has_program_ = true;
        in(recording_.program, recording_.arguments, recording_.order);
        break;
      case SectionKind::kBuild:
        if (launch_ || !recording_.build.empty()) return false;
        in(recording_.build);
        break;
      case SectionKind::kTables:
        if (launch_) return false;
        TakeTables(in);
        break;
      case SectionKind::kConstants:
        if (launch_) return false;
        DecodeNewRows(in, recording_.constants);
        break;
      case SectionKind::kOperands:
        if (launch_) return false;
        DecodeNewRows(in, recording_.operands);
        break;
      case SectionKind::kLaunch:
        if (launch_ || !budget_->Take(sizeof(RecordedLaunch))) return false;
        HeadFields(in, launch_.emplace());
        snapshots_.Decode(in, launch_->memory_before);
        steps_.reset();
        break;
      case SectionKind::kUnwritten:
        if (!launch_ || !launch_->steps.empty() || !launch_->unwritten.empty()) return false;
        in(launch_->unwritten);
        break;
      case SectionKind::kSteps:
        // Created on demand, because it is large and a launch may have no steps.
        if (section_.capacity() == 0 && !budget_->Take(kStepsPerSection * sizeof(Step))) return false;
        if (!steps_) steps_.emplace();
        if (!launch_ || !steps_->Decode(in, section_) || !TakeSteps()) return false;
        break;
      case SectionKind::kLaunchEnd:
        if (!launch_) return false;
        snapshots_.Decode(in, launch_->memory_after);
        TailFields(in, *launch_);
        EndLaunch();
        break;
      case SectionKind::kFindings:
        if (launch_ || !recording_.findings.empty()) return false;
        in(recording_.findings);
        break;
      case SectionKind::kHostEvents:
        if (launch_ || !recording_.host_events.empty()) return false;
        in(recording_.host_events);
        break;
      case SectionKind::kHostNotes:
        if (launch_) return false;
        DecodeNewRows(in, host_notes_);
        break;
      case SectionKind::kHostPlaces:
        if (launch_ || !recording_.host_places.empty()) return false;
        in(recording_.host_places);
        break;
      case SectionKind::kModelled:
        if (launch_ || recording_.modelled) return false;
        in(recording_.modelled.emplace());
        break;
      case SectionKind::kEnd:
        if (launch_) return false;
        TakeEnd(in);
        break;
    }
    return in.AtEnd();
  }

  bool ended() const { return ended_; }
  std::uint64_t step_count() const { return step_count_ + (launch_ ? launch_->steps.size() : 0); }

  // Makes room for the steps of the launch that has begun; false if there is not enough memory.
  bool Expect(std::uint64_t steps) {
    if (steps > open_steps_) return true;
    if (!budget_->Take(steps * sizeof(Step))) return false;
    launch_->steps.reserve(steps);
    return true;
  }

  // The recording as far as it was read. A launch that breaks off keeps the steps that were read; `why` it does.
  Recording Finish(const char* why) && {
    if (launch_) {
      launch_->truncated = true;
      launch_->truncated_why = why;
      EndLaunch();
    }
    if (!ended_) recording_.complete = false;
    if (!ended_ && recording_.host_events.empty()) recording_.host_events = std::move(host_notes_);
    return std::move(recording_);
  }

 private:
  void TakeTables(Decoder& in) {
    DecodeNewRows(in, recording_.files);
    DecodeNewRows(in, recording_.sites);
    DecodeNewRows(in, recording_.types);
    DecodeNewRows(in, recording_.functions);
    DecodeNewRows(in, recording_.variables);
    DecodeNewRows(in, recording_.kernels);
    DecodeNewRows(in, recording_.objects);
    DecodeNewRows(in, recording_.notes);
  }

  // False if there is not enough memory for the section's steps, or there are more than a view can show.
  bool TakeSteps() {
    Steps& steps = launch_->steps;
    if (step_count() + section_.size() > kMostSteps) return false;
    if (step_count() + section_.size() <= open_steps_) {
      if (!MakeRoom(steps, section_.size())) return false;
      steps.Add(section_);
      return true;
    }
    const std::size_t had = steps.is_packed() ? 0 : steps.size();
    if (!budget_->Take(kBytesOfPackedStep * (had + section_.size()))) return false;
    if (had > 0) budget_->Give(steps.room() * sizeof(Step));
    steps.Add(section_);
    steps.Pack();
    return true;
  }

  // Doubles the room if it is too small. During the move, the old and the new room exist together.
  bool MakeRoom(Steps& steps, std::size_t more) {
    const std::size_t had = steps.room();
    if (steps.size() + more <= had) return true;
    const std::size_t room = std::max(steps.size() + more, 2 * had);
    if (!budget_->Take(room * sizeof(Step))) return false;
    steps.reserve(room);
    budget_->Give(had * sizeof(Step));
    return true;
  }

  void EndLaunch() {
    step_count_ += launch_->steps.size();
    recording_.launches.push_back(std::move(*launch_));
    launch_.reset();
  }

  void TakeEnd(Decoder& in) {
    std::uint64_t launches = 0, steps = 0;
    in(recording_.complete, launches, steps);
    if (launches != recording_.launches.size() || steps != step_count_) return in.SetBad();
    ended_ = true;
  }

  MemoryBudget* budget_;
  std::uint64_t open_steps_;
  Recording recording_;
  bool has_program_ = false, ended_ = false;
  std::optional<RecordedLaunch> launch_;
  std::optional<StepDecoder> steps_;
  std::vector<HostEvent> host_notes_;
  std::vector<Step> section_;
  std::uint64_t step_count_ = 0;
  SnapshotDecoder snapshots_;  // the address of a launch's snapshots survives a move of the launch
};

std::unexpected<Error> NeedsTooMuch(const std::string& name, const TraceLimits& limits) {
  return Fail(
      fmt::format("`{}` needs more than {} MiB of memory to read, the limit for a file of its size on this "
                  "machine; record less of the program (--steps, --memory)",
                  name, limits.memory >> 20));
}

}  // namespace

TraceLimits LimitsFor(std::uint64_t file_size, std::uint64_t available) {
  constexpr std::uint64_t kLeast = std::uint64_t{2} << 30, kTimes = 4000;
  const std::uint64_t most = TraceLimits{}.memory;
  const std::uint64_t of_file = file_size > most / kTimes ? most : std::max(kLeast, kTimes * file_size);
  return {.memory = std::min({most, available / 2, of_file})};
}

namespace {

constexpr std::uint64_t kAllSteps = std::numeric_limits<std::uint64_t>::max();
constexpr StartChoice kWhole{.whole = kAllSteps};

Expected<TraceStart> Read(std::span<const std::uint8_t> bytes, const std::string& name, const TraceLimits& limits,
                          const StartChoice& choice, ReadProgress* progress) {
  std::uint64_t most_steps = kAllSteps;
  MemoryBudget budget{.left = limits.memory};
  auto reader = SectionReader::Open(bytes, name, budget);
  if (!reader) return std::unexpected(reader.error());
  Assembly assembly(budget, limits.open_steps);
  TraceStart start;
  while (start.is_whole) {
    const auto section = reader->Next();
    if (!section && budget.exhausted) return NeedsTooMuch(name, limits);
    if (!section) return std::unexpected(section.error());
    if (!*section) break;
    bool taken = assembly.Take(**section);
    if (taken && (*section)->kind == SectionKind::kLaunch) {
      const std::uint64_t had = assembly.step_count(), ahead = reader->StepsAhead();
      if (ahead > choice.whole || had > choice.whole - ahead) most_steps = had + choice.first;
      taken = assembly.Expect(std::min(ahead, most_steps - had));
    }
    if (budget.exhausted) return NeedsTooMuch(name, limits);
    if (!taken) return reader->Damaged("its contents are invalid");
    budget.Give((*section)->content.size());
    start.is_whole = assembly.step_count() < most_steps;
    if (!progress) continue;
    progress->share = static_cast<float>(reader->place()) / static_cast<float>(bytes.size());
    if (progress->stop) return Fail("the reading of the recording was withdrawn");
  }
  if (reader->truncated() && assembly.ended()) return reader->Damaged("data follows the end mark");
  start.recording = std::move(assembly).Finish(
      start.is_whole ? "the file ends in the middle of this launch: the program or the recorder was killed"
                     : kStillBeingRead);
  if (auto valid = Validate(start.recording); !valid)
    return Fail(fmt::format("`{}` is damaged: {}", name, valid.error().message));
  return start;
}

Expected<TraceStart> ReadFrom(const std::filesystem::path& path, const TraceLimits& limits, const StartChoice& choice,
                              ReadProgress* progress) {
  const std::uint64_t available = AvailableMemory();
  const auto bytes = ReadFile(path, {.most = available / 2});
  if (!bytes) return std::unexpected(bytes.error());
  const TraceLimits of_file = LimitsFor(bytes->size(), available - bytes->size());
  return Read(*bytes, path.string(),
              {.memory = std::min(limits.memory, of_file.memory), .open_steps = limits.open_steps}, choice, progress);
}

Expected<Recording> WholeOf(Expected<TraceStart> start) {
  if (!start) return std::unexpected(start.error());
  return std::move(start->recording);
}

}  // namespace

Expected<Recording> ReadTraceBytes(std::span<const std::uint8_t> bytes, const std::string& name,
                                   const TraceLimits& limits) {
  return WholeOf(Read(bytes, name, limits, kWhole, nullptr));
}

Expected<Recording> ReadTrace(const std::filesystem::path& path, const TraceLimits& limits) {
  return WholeOf(ReadFrom(path, limits, kWhole, nullptr));
}

Expected<Recording> ReadTrace(const std::filesystem::path& path, ReadProgress& progress) {
  return WholeOf(ReadFrom(path, {}, kWhole, &progress));
}

Expected<TraceStart> ReadTraceStart(const std::filesystem::path& path, const StartChoice& choice) {
  return ReadFrom(path, {}, choice, nullptr);
}

}  // namespace lockstep::trace
