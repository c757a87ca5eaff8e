#include "shared/report/recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <span>

#include "shared/base/source_text.h"
#include "shared/report/access_launch.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/limits.h"
#include "shared/trace/lookup.h"

namespace lockstep::report {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kNotRecorded = trace::RecordedSide::kNotRecorded;

// True if the recorder shows this action by a step of this kind.
bool IsStepOf(trace::StepKind kind, Action action) {
  switch (action) {
    case Action::kRead: return kind == trace::StepKind::kRead;
    case Action::kWrite: return kind == trace::StepKind::kWrite;
    case Action::kAtomic: return kind == trace::StepKind::kAtomic;
    case Action::kWait: return kind == trace::StepKind::kArrive || kind == trace::StepKind::kExchange;
    case Action::kLeave: return kind == trace::StepKind::kExit;
    case Action::kAllocate: return kind == trace::StepKind::kAllocate;
    case Action::kFree: return kind == trace::StepKind::kFree;
    case Action::kLaunch:
    case Action::kCall: return false;
  }
  return false;
}

// Finds the places of the findings' sides in the recording.
class Placer {
 public:
  Placer(const FormatOptions& options, const trace::Recording& recording, const std::vector<std::string>& sources)
      : options_(options), r_(recording), sources_(sources) {
    options_.color = false;
  }

  // Files that the recording does not have: their ids follow those of its own.
  std::vector<trace::SourceFile> TakeNewFiles() { return std::move(new_files_); }

  trace::RecordedFinding Place(const Finding& finding) {
    trace::RecordedFinding placed{.severity = SeverityOf(finding.kind),
                                  .kind = std::string(Key(finding.kind)),
                                  .fact = finding.fact,
                                  .file = FileOf(finding.place.file),
                                  .line = finding.place.line,
                                  .kernel = finding.kernel,
                                  .launch_number = finding.launch,
                                  .origin = finding.origin,
                                  .hint = finding.hint,
                                  .count = finding.count};
    if (finding.object) placed.memory = FormatObject(*finding.object, finding.place.file, options_);
    std::vector<Steps> steps;
    for (const FindingSide& side : finding.sides) {
      if (placed.sides.size() == trace::kMostSides) break;
      placed.sides.push_back(SideOf(finding, side));
      steps.push_back(FindSteps(finding, side, placed.sides.back()));
    }
    ChooseSteps(placed, steps);
    for (trace::RecordedSide& recorded : placed.sides) FollowAnotherWay(placed.sides.front(), recorded);
    FollowOthers(placed);
    if (finding.object) placed.object = ObjectOf(*finding.object, placed);
    return placed;
  }

 private:
  using Steps = std::vector<std::uint32_t>;

  trace::FileId FileOf(const std::string& path) {
    if (path.empty()) return trace::FileId::kNone;
    const fs::path wanted = fs::path(path).lexically_normal();
    const auto [known, is_new] = files_.try_emplace(wanted.string());
    if (!is_new) return known->second;
    const auto found = std::ranges::find_if(
        r_.files, [&](const trace::SourceFile& file) { return fs::path(file.path).lexically_normal() == wanted; });
    known->second = static_cast<trace::FileId>(found - r_.files.begin());
    if (found == r_.files.end()) {
      known->second = static_cast<trace::FileId>(r_.files.size() + new_files_.size());
      const bool is_source = std::ranges::find(sources_, wanted.string()) != sources_.end();
      new_files_.push_back({.path = path, .text = is_source ? SourceTextOf(path) : ""});
    }
    return known->second;
  }

  trace::RecordedSide SideOf(const Finding& finding, const FindingSide& side) {
    trace::RecordedSide recorded{.text = FormatSide(side, finding.place.file, options_),
                                 .file = FileOf(side.place.file),
                                 .line = side.place.line,
                                 .by_host = side.by_host};
    if (side.by_host) {
      recorded.missing = "host accesses are not recorded";
      return recorded;
    }
    recorded.block = side.block;
    recorded.thread = side.thread;
    const std::uint32_t number = LaunchOf(finding, side);
    const auto launch = std::ranges::find(r_.launches, number, &trace::RecordedLaunch::number);
    if (launch == r_.launches.end()) {
      recorded.missing = MissingLaunch(number);
    } else if (IsInside(recorded.block, launch->grid) && IsInside(recorded.thread, launch->block)) {
      recorded.launch = static_cast<std::uint32_t>(launch - r_.launches.begin());
    } else {
      recorded.missing = fmt::format("launch {} had another shape when it was recorded", number);
    }
    return recorded;
  }

  std::string MissingLaunch(std::uint32_t number) const {
    for (const trace::RecordedLaunch& launch : r_.launches) {
      if (launch.number < number && EndedBy(launch))
        return fmt::format("launch {} did not run, because a fault ended launch {}", number, launch.number);
    }
    return fmt::format("launch {} was not recorded", number);
  }

  const std::string* EndedBy(const trace::RecordedLaunch& launch) const {
    // Threads continue after most faults; a fault that ended the kernel is the launch's last step.
    if (launch.steps.empty() || launch.steps.back().kind != trace::StepKind::kFault) return nullptr;
    return &launch.texts[launch.steps.back().offset];
  }

  bool IsAt(const trace::Step& step, const trace::RecordedSide& recorded) const {
    if (recorded.line == 0 || step.site == trace::SiteId::kNone) return false;
    const trace::Site& site = r_.sites[trace::Index(step.site)];
    return site.line == recorded.line && site.file == recorded.file;
  }

  // The offset of the step's bytes, from the start of the memory that the checker sees: there, the arrays that a kernel
  // carves out of its dynamic shared memory are one object.
  std::int64_t OffsetIn(const trace::RecordedLaunch& launch, const trace::ObjectView& object,
                        const trace::Step& step) const {
    if (!IsDynamicShared(object)) return step.offset;
    std::uint64_t start = object.address;
    for (const std::uint32_t i : launch.objects.shared()) {
      const trace::ObjectView other = launch.objects[i];
      if (IsDynamicShared(other) && other.block == object.block) start = std::min(start, other.address);
    }
    return static_cast<std::int64_t>(object.address - start + step.offset);
  }

  bool IsDynamicShared(const trace::ObjectView& object) const {
    return object.kind == trace::ObjectKind::kShared && object.variable != trace::VariableId::kNone &&
           r_.variables[trace::Index(object.variable)].kind == trace::VariableKind::kDynamicShared;
  }

  // How certain it is that the step is the access, in decreasing order: it touches the bytes of the finding, has the
  // column of the expression, or touches memory of that name. A line may contain several accesses of one kind.
  static constexpr int kOnTheBytes = 8;
  int FitOf(const trace::RecordedLaunch& launch, const trace::Step& step, const FindingSide& side,
            const std::optional<FindingObject>& object) const {
    int fit = 0;
    const trace::Site& site = r_.sites[trace::Index(step.site)];
    if (side.place.column != 0 && site.column == side.place.column) fit += 4;
    const auto touched = trace::FindObject(r_, launch, step.object);
    if (!object || !touched) return fit;
    const bool shared = object->what.contains("shared");
    if ((touched->kind == trace::ObjectKind::kShared) != shared) return fit;
    const bool carved = IsDynamicShared(*touched) && r_.variables[trace::Index(touched->variable)].name == object->name;
    if (!object->name.empty() && (touched->name == object->name || carved)) fit += 2;
    if (!object->offset || (touched->size != object->size && !IsDynamicShared(*touched))) return fit;
    return TouchesBytes(launch, step, side, *object) ? fit + kOnTheBytes : fit;
  }

  // --- by ordinal

  bool IsAtColumn(const trace::Step& step, const FindingSide& side) const {
    return side.place.column == 0 || r_.sites[trace::Index(step.site)].column == side.place.column;
  }

  // True if the step is an access of that kind, good or not, to memory that other threads can see.
  bool IsCounted(const trace::RecordedLaunch& launch, const trace::Step& step, Action action) const {
    if (step.IsFaultOfOther()) return false;
    if (step.kind == trace::StepKind::kFault) return (step.after != 0) == (action != Action::kRead);
    const auto object = trace::FindObject(r_, launch, step.object);
    return IsStepOf(step.kind, action) && !(object && object->kind == trace::ObjectKind::kLocal);
  }

  // The recorder writes a long access in pieces.
  static bool Continues(const trace::Step& step, const trace::Step& before) {
    constexpr std::uint32_t kPiece = 32768;
    return before.size == kPiece && before.object == step.object && step.offset == before.offset + kPiece;
  }

  // If a kernel goes on after a fault, the access that the fault is about is the next step, if it reached an object.
  static bool IsOfFault(const trace::RecordedLaunch& launch, std::uint32_t i) {
    if (i == 0) return false;
    const trace::Step step = launch.steps[i], before = launch.steps[i - 1];
    return before.kind == trace::StepKind::kFault && step.kind != trace::StepKind::kFault && step.site == before.site &&
           step.block == before.block && step.thread == before.thread;
  }

  // The accesses of its thread at the place of the side, in the order of time.
  Steps AccessesAt(const FindingSide& side, const trace::RecordedSide& recorded, std::uint32_t slot) const {
    const trace::RecordedLaunch& launch = r_.launches[recorded.launch];
    const std::uint64_t thread = trace::LinearIndex(recorded.thread, launch.block);
    Steps accesses;
    std::optional<trace::Step> before;
    for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
      const trace::Step& step = launch.steps[i];
      if (step.block != slot || step.thread != thread || !IsAt(step, recorded) || !IsAtColumn(step, side)) continue;
      if (!IsCounted(launch, step, side.action)) continue;
      if (!IsOfFault(launch, i) && (!before || !Continues(step, *before))) accesses.push_back(i);
      before = step;
    }
    return accesses;
  }

  bool TouchesBytes(const trace::RecordedLaunch& launch, const trace::Step& step, const FindingSide& side,
                    const FindingObject& object) const {
    const std::int64_t from = *object.offset,
                       to = from + static_cast<std::int64_t>(std::max<std::uint64_t>(side.size, 1));
    if (step.kind == trace::StepKind::kFault) return static_cast<std::int64_t>(step.before) == from;
    const auto touched = trace::FindObject(r_, launch, step.object);
    if (!touched) return false;
    const std::int64_t begin = OffsetIn(launch, *touched, step);
    return begin < to && from < begin + step.size;
  }

  // The step that the side names; nothing where the thread did not come so far. Where a copy of a struct is one access
  // in a recording and one for each member in a check, the bytes say which.
  Steps FindByOrdinal(const Finding& finding, const FindingSide& side, const trace::RecordedSide& recorded,
                      std::uint32_t slot) const {
    const trace::RecordedLaunch& launch = r_.launches[recorded.launch];
    const Steps accesses = AccessesAt(side, recorded, slot);
    const std::size_t wanted = side.ordinal - 1;
    const auto fits = [&](std::size_t i) {
      return !finding.object || !finding.object->offset ||
             TouchesBytes(launch, launch.steps[accesses[i]], side, *finding.object);
    };
    if (wanted < accesses.size() && fits(wanted)) return {accesses[wanted]};
    for (std::size_t i = std::min(wanted, accesses.size()); i-- > 0;)
      if (fits(i)) return {accesses[i]};
    return wanted < accesses.size() ? Steps{accesses[wanted]} : Steps{};
  }

  // --- by what a step touches, for sides without an ordinal

  // Steps by how well they fit: the fault itself; a step with the same action; any step on the line.
  struct Candidates {
    Steps faults, actions, lines;
    int best = 0;  // how well the actions fit
  };

  Candidates FindCandidates(const Finding& finding, const FindingSide& side, const trace::RecordedSide& recorded,
                            std::uint32_t slot) const {
    const trace::RecordedLaunch& launch = r_.launches[recorded.launch];
    const std::uint64_t thread = trace::LinearIndex(recorded.thread, launch.block);
    Candidates found;
    for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
      const trace::Step& step = launch.steps[i];
      if (step.block != slot || step.thread != thread) continue;
      const bool leaves = side.action == Action::kLeave && step.kind == trace::StepKind::kExit;
      if (!IsAt(step, recorded) && !leaves) continue;
      if (step.kind == trace::StepKind::kFault) found.faults.push_back(i);
      if (step.kind == trace::StepKind::kLine) found.lines.push_back(i);
      if (!IsStepOf(step.kind, side.action)) continue;
      const int fit = FitOf(launch, step, side, finding.object);
      if (fit < found.best) continue;
      if (fit > found.best) found.actions.clear();
      found.best = fit;
      found.actions.push_back(i);
    }
    return found;
  }

  static bool IsOutside(const Finding& finding, const FindingSide& side) {
    if (!finding.object || !finding.object->offset || !IsAccess(side.action)) return false;
    const std::int64_t offset = *finding.object->offset;
    return offset < 0 || static_cast<std::uint64_t>(offset) >= finding.object->size;
  }

  // The steps that may be the access, in order of time; only those that fit best.
  Steps FindSteps(const Finding& finding, const FindingSide& side, trace::RecordedSide& recorded) const {
    if (recorded.launch == kNotRecorded) return {};
    const trace::RecordedLaunch& launch = r_.launches[recorded.launch];
    const auto block = std::ranges::find(launch.blocks, recorded.block, &trace::RecordedBlock::index);
    if (block == launch.blocks.end()) {
      recorded.missing = launch.truncated  ? launch.truncated_why
                         : EndedBy(launch) ? fmt::format("the kernel ended before this block: {}", *EndedBy(launch))
                                           : fmt::format("block {} was not recorded", trace::FormatDim(recorded.block));
      return {};
    }
    const auto slot = static_cast<std::uint32_t>(block - launch.blocks.begin());
    if (side.ordinal != 0 && IsAccess(side.action))
      if (Steps found = FindByOrdinal(finding, side, recorded, slot); !found.empty()) return found;
    const Candidates found = FindCandidates(finding, side, recorded, slot);
    if (!found.faults.empty()) return found.faults;
    // An access outside its object was not performed, so the line's earlier accesses are different ones.
    const bool outside = IsOutside(finding, side);
    if (!found.actions.empty() && (!outside || found.best >= kOnTheBytes)) return found.actions;
    if (!found.lines.empty()) return outside ? Steps{found.lines.back()} : found.lines;
    recorded.missing = launch.truncated  ? launch.truncated_why
                       : EndedBy(launch) ? fmt::format("the kernel ended before: {}", *EndedBy(launch))
                                         : "the thread did not come here when the program was recorded";
    return {};
  }

  // The first step of each side; for a race, the two steps that touch the same bytes and are closest in time.
  void ChooseSteps(trace::RecordedFinding& finding, const std::vector<Steps>& steps) const {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].empty()) finding.sides[i].step = steps[i].front();
    }
    if (steps.size() < 2 || steps[0].empty() || steps[1].empty() || finding.sides[0].launch != finding.sides[1].launch)
      return;
    const trace::RecordedLaunch& launch = r_.launches[finding.sides[0].launch];
    Pair closest;
    const auto firsts = ByBytes(launch, steps[0]), seconds = ByBytes(launch, steps[1]);
    for (const auto& [bytes, first] : firsts) {
      const auto second = seconds.find(bytes);
      if (second != seconds.end()) closest = std::min(closest, Closest(first, second->second));
    }
    if (closest.apart == kNotRecorded) closest = Closest(steps[0], steps[1]);
    finding.sides[0].step = closest.first;
    finding.sides[1].step = closest.second;
  }

  struct Pair {
    std::uint32_t apart = kNotRecorded, first = kNotRecorded, second = kNotRecorded;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };

  static Pair Closest(const Steps& firsts, const Steps& seconds) {
    Pair closest;
    for (std::size_t a = 0, b = 0; a < firsts.size() && b < seconds.size();) {
      const std::uint32_t first = firsts[a], second = seconds[b];
      closest = std::min(closest, {first < second ? second - first : first - second, first, second});
      first < second ? ++a : ++b;
    }
    return closest;
  }

  // The steps by the words of memory that they touch: the first and the last of each.
  static std::map<std::pair<trace::ObjectId, std::uint32_t>, Steps> ByBytes(const trace::RecordedLaunch& launch,
                                                                            const Steps& steps) {
    std::map<std::pair<trace::ObjectId, std::uint32_t>, Steps> by_bytes;
    for (const std::uint32_t i : steps) {
      const trace::Step& step = launch.steps[i];
      if (step.object == trace::ObjectId::kNone || step.size == 0) continue;
      const std::uint32_t first = step.offset / 4, last = (step.offset + step.size - 1) / 4;
      by_bytes[{step.object, first}].push_back(i);
      if (last != first) by_bytes[{step.object, last}].push_back(i);
    }
    return by_bytes;
  }

  // The lines of one thread, as steps, up to the step `end`.
  Steps LinesOf(const trace::RecordedLaunch& launch, const trace::RecordedSide& recorded, std::uint32_t end) const {
    Steps lines;
    const std::uint64_t thread = trace::LinearIndex(recorded.thread, launch.block);
    for (std::uint32_t i = 0; i < end; ++i) {
      const trace::Step& step = launch.steps[i];
      if (step.kind == trace::StepKind::kLine && step.thread == thread &&
          launch.blocks[step.block].index == recorded.block)
        lines.push_back(i);
    }
    return lines;
  }

  // A thread that "goes another way" than one that waits has no line of its own. Its step is the branch at which the
  // two diverge: its last step on the last line that both reach.
  void FollowAnotherWay(const trace::RecordedSide& waits, trace::RecordedSide& goes) const {
    if (goes.line != 0 || goes.step != kNotRecorded || goes.launch == kNotRecorded) return;
    if (waits.step == kNotRecorded || waits.launch != goes.launch) return;
    const trace::RecordedLaunch& launch = r_.launches[goes.launch];
    const Steps one = LinesOf(launch, waits, waits.step);
    const Steps other = LinesOf(launch, goes, static_cast<std::uint32_t>(launch.steps.size()));
    const auto same = [&](std::uint32_t a, std::uint32_t b) { return launch.steps[a].site == launch.steps[b].site; };
    const auto [in_one, in_other] = std::ranges::mismatch(one, other, same);
    if (in_other == other.begin() || in_other == other.end()) return;
    const std::uint32_t last_common = *(in_other - 1);
    std::uint32_t last = last_common;
    bool waits_there = false;
    for (std::uint32_t i = last_common; i < *in_other; ++i) {
      const trace::Step& step = launch.steps[i];
      if (step.thread != launch.steps[last_common].thread || step.block != launch.steps[last_common].block) continue;
      waits_there |= step.kind == trace::StepKind::kArrive;
      last = i;
    }
    // The branch and the barrier may share a line: the threads diverge there if only one of them waits on it.
    if (in_one == one.end() && waits_there) return;
    goes.step = last;
    goes.missing.clear();
    if (launch.steps[last_common].site == trace::SiteId::kNone) return;
    const trace::Site& site = r_.sites[trace::Index(launch.steps[last_common].site)];
    goes.file = site.file;
    goes.line = site.line;
  }

  // A thread that does not diverge at a line is shown about to stop, at a barrier or at its end, after the others have
  // done their part; if it stopped earlier, about to do so.
  void FollowOthers(trace::RecordedFinding& finding) const {
    const auto shown =
        std::ranges::find_if(finding.sides, [](const auto& recorded) { return recorded.step != kNotRecorded; });
    if (shown == finding.sides.end()) return;
    const std::uint32_t moment = shown->step, launch = shown->launch;
    for (trace::RecordedSide& recorded : finding.sides) {
      if (recorded.by_host || recorded.line != 0 || recorded.step != kNotRecorded || recorded.launch != launch)
        continue;
      const std::optional<std::uint32_t> step = BeforeItsStop(r_.launches[launch], recorded, moment);
      if (!step) continue;
      recorded.step = *step;
      recorded.missing.clear();
    }
  }

  static std::optional<std::uint32_t> BeforeItsStop(const trace::RecordedLaunch& launch,
                                                    const trace::RecordedSide& recorded, std::uint32_t moment) {
    const std::uint64_t thread = trace::LinearIndex(recorded.thread, launch.block);
    std::vector<std::uint32_t> own;
    for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
      const trace::Step& step = launch.steps[i];
      if (step.thread == thread && launch.blocks[step.block].index == recorded.block) own.push_back(i);
    }
    const auto stops = [&](std::uint32_t i) {
      const trace::StepKind kind = launch.steps[i].kind;
      return kind == trace::StepKind::kArrive || kind == trace::StepKind::kExit || kind == trace::StepKind::kFault;
    };
    auto stop = std::ranges::lower_bound(own, moment);
    if (stop != own.begin() && stops(*std::prev(stop)))
      --stop;
    else
      stop = std::find_if(stop, own.end(), stops);
    if (stop == own.end() || stop == own.begin()) return std::nullopt;
    return *std::prev(stop);
  }

  // The memory as the recording knows it: the object that the steps touch, else one with its name and size.
  trace::ObjectId ObjectOf(const FindingObject& object, const trace::RecordedFinding& finding) const {
    if (finding.sides.empty() || finding.sides[0].launch == kNotRecorded) return ProgramObjectOf(object);
    const trace::RecordedSide& recorded = finding.sides[0];
    const trace::RecordedLaunch& launch = r_.launches[recorded.launch];
    if (recorded.step != kNotRecorded) {
      const trace::Step& step = launch.steps[recorded.step];
      if (trace::IsAccess(step) && step.object != trace::ObjectId::kNone) return step.object;
    }
    for (const std::uint32_t i : launch.objects.shared()) {
      const trace::ObjectView candidate = launch.objects[i];
      if (candidate.kind == trace::ObjectKind::kShared && candidate.name == object.name &&
          candidate.size == object.size && candidate.block < launch.blocks.size() &&
          launch.blocks[candidate.block].index == recorded.block)
        return static_cast<trace::ObjectId>(trace::kLaunchObjectBit | i);
    }
    return ProgramObjectOf(object);
  }

  trace::ObjectId ProgramObjectOf(const FindingObject& object) const {
    if (object.name.empty()) return trace::ObjectId::kNone;
    const auto found = std::ranges::find_if(r_.objects, [&](const trace::Object& candidate) {
      return candidate.name == object.name && candidate.size == object.size;
    });
    return found == r_.objects.end() ? trace::ObjectId::kNone
                                     : static_cast<trace::ObjectId>(found - r_.objects.begin());
  }

  FormatOptions options_;
  const trace::Recording& r_;
  const std::vector<std::string>& sources_;
  std::map<std::string, trace::FileId> files_;
  std::vector<trace::SourceFile> new_files_;
};

}  // namespace

std::vector<FindingPlace> PlacesOf(const Report& report, std::size_t most_launches, std::size_t most_blocks) {
  std::vector<FindingPlace> places;
  for (const Finding& finding : report.findings) {
    for (const FindingSide& side : finding.sides) {
      if (side.by_host) continue;
      const std::uint32_t launch = LaunchOf(finding, side);
      auto place = std::ranges::find(places, launch, &FindingPlace::launch);
      if (place == places.end()) {
        if (places.size() >= most_launches) continue;
        place = places.insert(places.end(), {.launch = launch});
      }
      if (place->blocks.size() < most_blocks && std::ranges::find(place->blocks, side.block) == place->blocks.end())
        place->blocks.push_back(side.block);
    }
  }
  return places;
}

void AddFindings(const Report& report, const FormatOptions& options, trace::Recording& recording,
                 const std::vector<std::string>& sources) {
  Placer placer(options, recording, sources);
  recording.findings.clear();
  std::size_t sides = 0;
  for (const Finding& finding : report.findings) {
    sides += std::min(finding.sides.size(), trace::kMostSides);
    if (recording.findings.size() == trace::kMostFindings || sides > trace::kMostSidesTogether) break;
    recording.findings.push_back(placer.Place(finding));
  }
  for (trace::SourceFile& file : placer.TakeNewFiles()) recording.files.push_back(std::move(file));
  if (recording.findings.size() < report.findings.size())
    recording.notes.push_back(fmt::format("{} of {} findings are in this recording; `lockstep check` reports all",
                                          recording.findings.size(), report.findings.size()));
}

std::vector<trace::RecordedSide> SidesIn(const trace::Recording& recording, const Finding& finding) {
  std::vector<trace::RecordedSide> sides = Placer({}, recording, {}).Place(finding).sides;
  for (trace::RecordedSide& side : sides)
    if (trace::Index(side.file) >= recording.files.size()) side.file = trace::FileId::kNone;
  return sides;
}

}  // namespace lockstep::report
