#include "shared/report/recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <span>

#include "shared/base/source_text.h"
#include "shared/report/access_launch.h"
#include "shared/trace/limits.h"
#include "shared/trace/tell_place.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kNotRecorded = FindingSide::kNotRecorded;

bool IsInside(Dim3 index, Dim3 extent) { return index.x < extent.x && index.y < extent.y && index.z < extent.z; }

bool IsAccess(Deed deed) { return deed == Deed::kRead || deed == Deed::kWrote || deed == Deed::kUpdated; }

// Whether a step of this kind is how the recorder tells such a deed.
bool Tells(StepKind kind, Deed deed) {
  switch (deed) {
    case Deed::kRead: return kind == StepKind::kRead;
    case Deed::kWrote: return kind == StepKind::kWrite;
    case Deed::kUpdated: return kind == StepKind::kAtomic;
    case Deed::kWaits: return kind == StepKind::kArrive || kind == StepKind::kExchange;
    case Deed::kLeft: return kind == StepKind::kExit;
    case Deed::kAllocated: return kind == StepKind::kAllocate;
    case Deed::kFreed: return kind == StepKind::kFree;
    case Deed::kLaunched:
    case Deed::kCalled: return false;
  }
  return false;
}

// Where in the recording the sides of findings are.
class Placer {
 public:
  Placer(const TellOptions& options, Recording& recording, const std::vector<std::string>& sources)
      : options_(options), r_(recording), sources_(sources) {
    options_.color = false;
  }

  RecordedFinding Place(const Finding& finding) {
    RecordedFinding placed{.severity = SeverityOf(finding.kind),
                           .kind = std::string(Key(finding.kind)),
                           .fact = finding.fact,
                           .file = FileOf(finding.place.file),
                           .line = finding.place.line,
                           .kernel = finding.kernel,
                           .launch_number = finding.launch,
                           .origin = finding.origin,
                           .hint = finding.hint,
                           .count = finding.count};
    if (finding.object) placed.memory = TellObject(*finding.object, finding.place.file, options_);
    std::vector<Steps> steps;
    for (const Access& access : finding.accesses) {
      if (placed.sides.size() == kMostSides) break;
      placed.sides.push_back(SideOf(finding, access));
      steps.push_back(FindSteps(finding, access, placed.sides.back()));
    }
    ChooseSteps(placed, steps);
    for (FindingSide& side : placed.sides) FollowAnotherWay(placed.sides.front(), side);
    FollowOthers(placed);
    if (finding.object) placed.object = ObjectOf(*finding.object, placed);
    return placed;
  }

 private:
  using Steps = std::vector<std::uint32_t>;

  FileId FileOf(const std::string& path) {
    if (path.empty()) return FileId::kNone;
    const fs::path wanted = fs::path(path).lexically_normal();
    const auto [known, is_new] = files_.try_emplace(wanted.string());
    if (!is_new) return known->second;
    const auto found = std::ranges::find_if(
        r_.files, [&](const SourceFile& file) { return fs::path(file.path).lexically_normal() == wanted; });
    known->second = static_cast<FileId>(found - r_.files.begin());
    if (found == r_.files.end()) {
      const bool is_source = std::ranges::find(sources_, wanted.string()) != sources_.end();
      r_.files.push_back({.path = path, .text = is_source ? SourceTextOf(path) : ""});
    }
    return known->second;
  }

  FindingSide SideOf(const Finding& finding, const Access& access) {
    FindingSide side{.text = TellAccess(access, finding.place.file, options_),
                     .file = FileOf(access.place.file),
                     .line = access.place.line,
                     .by_host = access.by_host};
    if (access.by_host) {
      side.missing = "host accesses are not recorded";
      return side;
    }
    side.block = access.block;
    side.thread = access.thread;
    const std::uint32_t number = LaunchOf(finding, access);
    const auto launch = std::ranges::find(r_.launches, number, &RecordedLaunch::number);
    if (launch == r_.launches.end()) {
      side.missing = MissingLaunch(number);
    } else if (IsInside(side.block, launch->grid) && IsInside(side.thread, launch->block)) {
      side.launch = static_cast<std::uint32_t>(launch - r_.launches.begin());
    } else {
      side.missing = fmt::format("launch {} had another shape when it was recorded", number);
    }
    return side;
  }

  std::string MissingLaunch(std::uint32_t number) const {
    for (const RecordedLaunch& launch : r_.launches) {
      if (launch.number < number && EndedBy(launch))
        return fmt::format("launch {} did not come to run, because of what ended launch {}", number, launch.number);
    }
    return fmt::format("launch {} was not recorded", number);
  }

  const std::string* EndedBy(const RecordedLaunch& launch) const {
    // Threads go on behind most faults; what ends a kernel is its last step.
    if (launch.steps.empty() || launch.steps.back().kind != StepKind::kFault) return nullptr;
    return &launch.texts[launch.steps.back().offset];
  }

  bool IsAt(const Step& step, const FindingSide& side) const {
    if (side.line == 0 || step.site == SiteId::kNone) return false;
    const Site& site = r_.sites[Index(step.site)];
    return site.line == side.line && site.file == side.file;
  }

  // Where the step's bytes begin, from the start of the memory that a checker sees: the arrays that a kernel carves out
  // of its dynamic shared memory are one piece there.
  std::int64_t OffsetIn(const RecordedLaunch& launch, const Object& object, const Step& step) const {
    if (!IsDynamicShared(object)) return step.offset;
    std::uint64_t start = object.address;
    for (const Object& other : launch.objects) {
      if (IsDynamicShared(other) && other.block == object.block) start = std::min(start, other.address);
    }
    return static_cast<std::int64_t>(object.address - start + step.offset);
  }

  bool IsDynamicShared(const Object& object) const {
    return object.kind == ObjectKind::kShared && object.variable != VariableId::kNone &&
           r_.variables[Index(object.variable)].kind == VariableKind::kDynamicShared;
  }

  const Object* ObjectAt(const RecordedLaunch& launch, ObjectId id) const {
    if (id == ObjectId::kNone) return nullptr;
    return IsLaunchObject(id) ? &launch.objects[LaunchObjectIndex(id)] : &r_.objects[Index(id)];
  }

  // How surely the step is the access: by the bytes of the memory that the finding is about, then by the column of
  // the expression, then by the memory's name. A line may hold several accesses of one kind.
  static constexpr int kOnTheBytes = 8;
  int FitOf(const RecordedLaunch& launch, const Step& step, const Access& access,
            const std::optional<FindingObject>& object) const {
    int fit = 0;
    const Site& site = r_.sites[Index(step.site)];
    if (access.place.column != 0 && site.column == access.place.column) fit += 4;
    const Object* touched = ObjectAt(launch, step.object);
    if (!object || !touched) return fit;
    const bool shared = object->what.contains("shared");
    if ((touched->kind == ObjectKind::kShared) != shared) return fit;
    const bool carved = IsDynamicShared(*touched) && r_.variables[Index(touched->variable)].name == object->name;
    if (!object->name.empty() && (touched->name == object->name || carved)) fit += 2;
    if (!object->offset || (touched->size != object->size && !IsDynamicShared(*touched))) return fit;
    const std::int64_t from = *object->offset, begin = OffsetIn(launch, *touched, step);
    const std::int64_t to = from + static_cast<std::int64_t>(std::max<std::uint64_t>(access.size, 1));
    if (begin < to && from < begin + step.size) fit += kOnTheBytes;
    return fit;
  }

  // By how well a step fits: the fault itself; the deed, that on the bytes first; the line.
  struct Candidates {
    Steps faults, deeds, lines;
    int best = 0;  // how well the deeds fit
  };

  Candidates FindCandidates(const Finding& finding, const Access& access, const FindingSide& side,
                            std::uint32_t slot) const {
    const RecordedLaunch& launch = r_.launches[side.launch];
    const std::uint64_t thread =
        side.thread.x + std::uint64_t{launch.block.x} * (side.thread.y + std::uint64_t{launch.block.y} * side.thread.z);
    Candidates found;
    for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
      const Step& step = launch.steps[i];
      if (step.block != slot || step.thread != thread) continue;
      const bool leaves = access.deed == Deed::kLeft && step.kind == StepKind::kExit;
      if (!IsAt(step, side) && !leaves) continue;
      if (step.kind == StepKind::kFault) found.faults.push_back(i);
      if (step.kind == StepKind::kLine) found.lines.push_back(i);
      if (!Tells(step.kind, access.deed)) continue;
      const int fit = FitOf(launch, step, access, finding.object);
      if (fit < found.best) continue;
      if (fit > found.best) found.deeds.clear();
      found.best = fit;
      found.deeds.push_back(i);
    }
    return found;
  }

  static bool IsOutside(const Finding& finding, const Access& access) {
    if (!finding.object || !finding.object->offset || !IsAccess(access.deed)) return false;
    const std::int64_t offset = *finding.object->offset;
    return offset < 0 || static_cast<std::uint64_t>(offset) >= finding.object->size;
  }

  // The steps that may be the access, in the order of time, the best kind of them only.
  Steps FindSteps(const Finding& finding, const Access& access, FindingSide& side) const {
    if (side.launch == kNotRecorded) return {};
    const RecordedLaunch& launch = r_.launches[side.launch];
    const auto block = std::ranges::find(launch.blocks, side.block, &RecordedBlock::index);
    if (block == launch.blocks.end()) {
      side.missing = launch.truncated  ? launch.truncated_why
                     : EndedBy(launch) ? fmt::format("the kernel ended before this block: {}", *EndedBy(launch))
                                       : fmt::format("block {} was not recorded", TellDim(side.block));
      return {};
    }
    const auto slot = static_cast<std::uint32_t>(block - launch.blocks.begin());
    const Candidates found = FindCandidates(finding, access, side, slot);
    if (!found.faults.empty()) return found.faults;
    // An access outside of its object was not made, so what the line did before is another one.
    const bool outside = IsOutside(finding, access);
    if (!found.deeds.empty() && (!outside || found.best >= kOnTheBytes)) return found.deeds;
    if (!found.lines.empty()) return outside ? Steps{found.lines.back()} : found.lines;
    side.missing = launch.truncated  ? launch.truncated_why
                   : EndedBy(launch) ? fmt::format("the kernel ended before: {}", *EndedBy(launch))
                                     : "the thread did not come here when the program was recorded";
    return {};
  }

  // The first step of each side; of a race the two that meet in the same bytes and are closest in time.
  void ChooseSteps(RecordedFinding& finding, const std::vector<Steps>& steps) const {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].empty()) finding.sides[i].step = steps[i].front();
    }
    if (steps.size() < 2 || steps[0].empty() || steps[1].empty() || finding.sides[0].launch != finding.sides[1].launch)
      return;
    const RecordedLaunch& launch = r_.launches[finding.sides[0].launch];
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
  static std::map<std::pair<ObjectId, std::uint32_t>, Steps> ByBytes(const RecordedLaunch& launch, const Steps& steps) {
    std::map<std::pair<ObjectId, std::uint32_t>, Steps> by_bytes;
    for (const std::uint32_t i : steps) {
      const Step& step = launch.steps[i];
      if (step.object == ObjectId::kNone || step.size == 0) continue;
      const std::uint32_t first = step.offset / 4, last = (step.offset + step.size - 1) / 4;
      by_bytes[{step.object, first}].push_back(i);
      if (last != first) by_bytes[{step.object, last}].push_back(i);
    }
    return by_bytes;
  }

  // The lines of one thread, as steps, up to the step `end`.
  Steps LinesOf(const RecordedLaunch& launch, const FindingSide& side, std::uint32_t end) const {
    Steps lines;
    const std::uint64_t thread =
        side.thread.x + std::uint64_t{launch.block.x} * (side.thread.y + std::uint64_t{launch.block.y} * side.thread.z);
    for (std::uint32_t i = 0; i < end; ++i) {
      const Step& step = launch.steps[i];
      if (step.kind == StepKind::kLine && step.thread == thread && launch.blocks[step.block].index == side.block)
        lines.push_back(i);
    }
    return lines;
  }

  // A thread that "goes another way" than one that waits at a line has no line of its own: where it parts from the
  // other, at a branch, is its last step on the last line that both come to.
  void FollowAnotherWay(const FindingSide& waits, FindingSide& goes) const {
    if (goes.line != 0 || goes.step != kNotRecorded || goes.launch == kNotRecorded) return;
    if (waits.step == kNotRecorded || waits.launch != goes.launch) return;
    const RecordedLaunch& launch = r_.launches[goes.launch];
    const Steps one = LinesOf(launch, waits, waits.step);
    const Steps other = LinesOf(launch, goes, static_cast<std::uint32_t>(launch.steps.size()));
    const auto same = [&](std::uint32_t a, std::uint32_t b) { return launch.steps[a].site == launch.steps[b].site; };
    const auto [in_one, in_other] = std::ranges::mismatch(one, other, same);
    if (in_other == other.begin() || in_other == other.end()) return;
    const std::uint32_t last_common = *(in_other - 1);
    std::uint32_t last = last_common;
    bool waits_there = false;
    for (std::uint32_t i = last_common; i < *in_other; ++i) {
      const Step& step = launch.steps[i];
      if (step.thread != launch.steps[last_common].thread || step.block != launch.steps[last_common].block) continue;
      waits_there |= step.kind == StepKind::kArrive;
      last = i;
    }
    // The branch and the barrier may share a line: they part on it where only one of them waits there.
    if (in_one == one.end() && waits_there) return;
    goes.step = last;
    goes.missing.clear();
    if (launch.steps[last_common].site == SiteId::kNone) return;
    const Site& site = r_.sites[Index(launch.steps[last_common].site)];
    goes.file = site.file;
    goes.line = site.line;
  }

  // One that does not part from it by a line is shown about to stop, at a barrier or at its end, after the others have
  // done their part; where it has stopped before, about to do that.
  void FollowOthers(RecordedFinding& finding) const {
    const auto shown = std::ranges::find_if(finding.sides, [](const auto& side) { return side.step != kNotRecorded; });
    if (shown == finding.sides.end()) return;
    const std::uint32_t moment = shown->step, launch = shown->launch;
    for (FindingSide& side : finding.sides) {
      if (side.by_host || side.line != 0 || side.step != kNotRecorded || side.launch != launch) continue;
      const std::optional<std::uint32_t> step = BeforeItsStop(r_.launches[launch], side, moment);
      if (!step) continue;
      side.step = *step;
      side.missing.clear();
    }
  }

  static std::optional<std::uint32_t> BeforeItsStop(const RecordedLaunch& launch, const FindingSide& side,
                                                    std::uint32_t moment) {
    const std::uint64_t thread =
        side.thread.x + std::uint64_t{launch.block.x} * (side.thread.y + std::uint64_t{launch.block.y} * side.thread.z);
    std::vector<std::uint32_t> own;
    for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
      const Step& step = launch.steps[i];
      if (step.thread == thread && launch.blocks[step.block].index == side.block) own.push_back(i);
    }
    const auto stops = [&](std::uint32_t i) {
      const StepKind kind = launch.steps[i].kind;
      return kind == StepKind::kArrive || kind == StepKind::kExit || kind == StepKind::kFault;
    };
    auto stop = std::ranges::lower_bound(own, moment);
    if (stop != own.begin() && stops(*std::prev(stop)))
      --stop;
    else
      stop = std::find_if(stop, own.end(), stops);
    if (stop == own.end() || stop == own.begin()) return std::nullopt;
    return *std::prev(stop);
  }

  // The memory as the recording knows it: what the steps touch, else what has its name and size.
  ObjectId ObjectOf(const FindingObject& object, const RecordedFinding& finding) const {
    if (finding.sides.empty() || finding.sides[0].launch == kNotRecorded) return ProgramObjectOf(object);
    const FindingSide& side = finding.sides[0];
    const RecordedLaunch& launch = r_.launches[side.launch];
    if (side.step != kNotRecorded) {
      const Step& step = launch.steps[side.step];
      const bool touches =
          step.kind == StepKind::kRead || step.kind == StepKind::kWrite || step.kind == StepKind::kAtomic;
      if (touches && step.object != ObjectId::kNone) return step.object;
    }
    for (std::uint32_t i = 0; i < launch.objects.size(); ++i) {
      const Object& candidate = launch.objects[i];
      if (candidate.kind == ObjectKind::kShared && candidate.name == object.name && candidate.size == object.size &&
          candidate.block < launch.blocks.size() && launch.blocks[candidate.block].index == side.block)
        return static_cast<ObjectId>(kLaunchObjectBit | i);
    }
    return ProgramObjectOf(object);
  }

  ObjectId ProgramObjectOf(const FindingObject& object) const {
    if (object.name.empty()) return ObjectId::kNone;
    const auto found = std::ranges::find_if(r_.objects, [&](const Object& candidate) {
      return candidate.name == object.name && candidate.size == object.size;
    });
    return found == r_.objects.end() ? ObjectId::kNone : static_cast<ObjectId>(found - r_.objects.begin());
  }

  TellOptions options_;
  Recording& r_;
  const std::vector<std::string>& sources_;
  std::map<std::string, FileId> files_;
};

}  // namespace

std::vector<FindingPlace> PlacesOf(const Report& report, std::size_t most_launches, std::size_t most_blocks) {
  std::vector<FindingPlace> places;
  for (const Finding& finding : report.findings) {
    for (const Access& access : finding.accesses) {
      if (access.by_host) continue;
      const std::uint32_t launch = LaunchOf(finding, access);
      auto place = std::ranges::find(places, launch, &FindingPlace::launch);
      if (place == places.end()) {
        if (places.size() >= most_launches) continue;
        place = places.insert(places.end(), {.launch = launch});
      }
      if (place->blocks.size() < most_blocks && std::ranges::find(place->blocks, access.block) == place->blocks.end())
        place->blocks.push_back(access.block);
    }
  }
  return places;
}

void AddFindings(const Report& report, const TellOptions& options, Recording& recording,
                 const std::vector<std::string>& sources) {
  Placer placer(options, recording, sources);
  recording.findings.clear();
  std::size_t sides = 0;
  for (const Finding& finding : report.findings) {
    sides += std::min(finding.accesses.size(), kMostSides);
    if (recording.findings.size() == kMostFindings || sides > kMostSidesTogether) break;
    recording.findings.push_back(placer.Place(finding));
  }
  if (recording.findings.size() < report.findings.size())
    recording.notes.push_back(fmt::format("{} of {} findings are in this recording; `lockstep check` reports all",
                                          recording.findings.size(), report.findings.size()));
}

}  // namespace lockstep
