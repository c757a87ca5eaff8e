#include "shared/trace/validate.h"

#include <fmt/format.h>

#include <limits>
#include <unordered_map>

#include "shared/trace/bit_field.h"
#include "shared/trace/limits.h"
#include "shared/trace/lookup.h"
#include "shared/trace/step_word.h"
#include "shared/trace/words.h"

namespace lockstep::trace {
namespace {

constexpr std::uint64_t kMaxThreadsPerBlock = 1024;

template <class Id, class T>
bool InRange(Id id, const std::vector<T>& table) {
  return id == Id::kNone || Index(id) < table.size();
}

// True if count * size <= limit, without overflow.
bool Fits(std::uint64_t count, std::uint64_t size, std::uint64_t limit) { return size == 0 || count <= limit / size; }

// Finds the first error in the tables.
class TableCheck {
 public:
  explicit TableCheck(const Recording& recording) : r_(recording) {}

  Expected<void> Run() {
    for (std::size_t i = 0; i < r_.sites.size(); ++i) {
      if (!Good(r_.sites[i])) return Wrong("site", i);
    }
    for (std::size_t i = 0; i < r_.types.size(); ++i) {
      if (!Good(r_.types[i])) return Wrong("type", i);
    }
    if (HasTypeInItself()) return Fail("a type contains itself");
    for (std::size_t i = 0; i < r_.functions.size(); ++i) {
      if (!InRange(r_.functions[i].file, r_.files)) return Wrong("function", i);
    }
    for (std::size_t i = 0; i < r_.variables.size(); ++i) {
      if (!Good(r_.variables[i])) return Wrong("variable", i);
    }
    for (std::size_t i = 0; i < r_.constants.size(); ++i) {
      if (!Good(r_.constants[i])) return Wrong("constant", i);
    }
    for (std::size_t i = 0; i < r_.operands.size(); ++i) {
      if (!Good(r_.operands[i])) return Wrong("operand", i);
      if (i > 0 && Index(r_.operands[i - 1].site) > Index(r_.operands[i].site)) return Fail("operands are not sorted");
    }
    for (std::size_t i = 0; i < r_.kernels.size(); ++i) {
      if (!Good(r_.kernels[i])) return Wrong("kernel", i);
    }
    for (std::size_t i = 0; i < r_.objects.size(); ++i) {
      if (!Good(r_.objects[i]) || r_.objects[i].kind > ObjectKind::kVariable) return Wrong("object", i);
    }
    return {};
  }

  bool Good(const ObjectView& object) const {
    if (object.kind > ObjectKind::kLocal) return false;
    if (!InRange(object.variable, r_.variables) || !InRange(object.element, r_.types)) return false;
    if (!InRange(object.allocated_at, r_.sites)) return false;
    if (object.size > std::numeric_limits<std::uint64_t>::max() - object.address) return false;
    return ShapeFits(object.shape, object.element == TypeId::kNone ? 1 : r_.types[Index(object.element)].size,
                     object.size);
  }

 private:
  static std::unexpected<Error> Wrong(const char* table, std::size_t row) {
    return Fail(fmt::format("{} {} refers to what is not there", table, row));
  }

  bool Good(const Site& site) const { return InRange(site.file, r_.files) && InRange(site.function, r_.functions); }

  bool Good(const Type& type) const {
    if (type.kind > TypeKind::kE5m2 || !InRange(type.element, r_.types)) return false;
    if (const BitField field = BitFieldOf(type); field.first > 0 || field.bits > 0) {
      if (field.bits == 0 || field.first > 7 || type.size > 8 || field.first + field.bits > 8 * type.size) return false;
    }
    if (type.kind == TypeKind::kArray) {
      if (type.element == TypeId::kNone) return false;
      if (!Fits(type.count, r_.types[Index(type.element)].size, type.size)) return false;
    }
    for (const Member& member : type.members) {
      if (!InRange(member.type, r_.types)) return false;
      const std::uint64_t size = member.type == TypeId::kNone ? 0 : r_.types[Index(member.type)].size;
      if (size > type.size || member.offset > type.size - size) return false;
    }
    return true;
  }

  bool Good(const Variable& variable) const {
    return variable.kind <= VariableKind::kManaged && InRange(variable.type, r_.types) &&
           InRange(variable.function, r_.functions) && InRange(variable.file, r_.files);
  }

  bool Good(const Constant& constant) const {
    if (constant.type == TypeId::kNone || !InRange(constant.type, r_.types)) return false;
    return InRange(constant.function, r_.functions) && constant.bytes.size() == r_.types[Index(constant.type)].size;
  }

  bool Good(const Operand& operand) const {
    if (operand.kind > OperandKind::kExchanged || operand.site == SiteId::kNone || !InRange(operand.site, r_.sites))
      return false;
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (operand.size > kMost - operand.begin || operand.length > kMost - operand.offset) return false;
    // A move has the same length there as here.
    if (operand.moves && operand.length != operand.size) return false;
    if (operand.kind == OperandKind::kVariable && operand.variable == VariableId::kNone) return false;
    if (operand.kind == OperandKind::kReturned && operand.function == FunctionId::kNone) return false;
    const bool is_there = operand.from == SiteId::kNone ? operand.from_count == 0
                                                        : operand.from_count <= r_.sites.size() - Index(operand.from);
    const bool is_from = operand.kind == OperandKind::kRead || operand.kind == OperandKind::kReturned ||
                         operand.kind == OperandKind::kExchanged;
    if (is_from && operand.from == SiteId::kNone) return false;
    return InRange(operand.parameter, r_.variables) && InRange(operand.variable, r_.variables) &&
           InRange(operand.function, r_.functions) && InRange(operand.from, r_.sites) && is_there;
  }

  bool Good(const Kernel& kernel) const {
    for (VariableId parameter : kernel.parameters) {
      if (!InRange(parameter, r_.variables)) return false;
    }
    return InRange(kernel.function, r_.functions);
  }

  // The types that a value of type `id` contains: member types, an array's element, an enum's base.
  std::vector<TypeId> PartsOf(std::size_t id) const {
    const Type& type = r_.types[id];
    std::vector<TypeId> parts;
    for (const Member& member : type.members) parts.push_back(member.type);
    if (type.kind != TypeKind::kPointer) parts.push_back(type.element);
    std::erase(parts, TypeId::kNone);
    return parts;
  }

  // Depth first without recursion, because a forged file can contain chains of any length.
  bool HasTypeInItself() const {
    enum class Mark : std::uint8_t { kNew, kOpen, kDone };
    struct Visit {
      std::size_t type;
      std::vector<TypeId> parts;
    };
    std::vector<Mark> marks(r_.types.size(), Mark::kNew);
    std::vector<Visit> path;
    for (std::size_t root = 0; root < r_.types.size(); ++root) {
      if (marks[root] != Mark::kNew) continue;
      marks[root] = Mark::kOpen;
      path.push_back({root, PartsOf(root)});
      while (!path.empty()) {
        Visit& top = path.back();
        if (top.parts.empty()) {
          marks[top.type] = Mark::kDone;
          path.pop_back();
          continue;
        }
        const std::size_t next = Index(top.parts.back());
        top.parts.pop_back();
        if (marks[next] == Mark::kOpen) return true;
        if (marks[next] == Mark::kDone) continue;
        marks[next] = Mark::kOpen;
        path.push_back({next, PartsOf(next)});
      }
    }
    return false;
  }

  const Recording& r_;
};

class LaunchCheck {
 public:
  LaunchCheck(const Recording& recording, const RecordedLaunch& launch) : r_(recording), launch_(launch) {}

  Expected<void> Run() {
    if (auto done = CheckShape(); !done) return done;
    if (auto done = CheckObjects(); !done) return done;
    for (std::size_t i = 0; i < launch_.steps.size(); ++i) {
      if (!Good(launch_.steps[i])) return Wrong(fmt::format("step {} refers to what is not there", i));
    }
    if (auto done = CheckCalls(); !done) return done;
    if (auto done = CheckSnapshots(); !done) return done;
    if (auto done = CheckUnwritten(); !done) return done;
    return CheckWriters();
  }

 private:
  std::unexpected<Error> Wrong(std::string_view what) const {
    return Fail(fmt::format("launch {}: {}", launch_.number, what));
  }

  // CUDA's limits: a block of at most 1024 threads, at most 64 deep; a grid below 2^31 x 65536 x 65536.
  Expected<void> CheckShape() {
    const auto& [grid, block] = std::pair(launch_.grid, launch_.block);
    if (block.x > 1024 || block.y > 1024 || block.z > 64 || block.Count() == 0 || block.Count() > kMaxThreadsPerBlock) {
      return Wrong("its blocks have a shape that CUDA does not allow");
    }
    if (grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535 || grid.Count() == 0) {
      return Wrong("its grid has a shape that CUDA does not allow");
    }
    if (launch_.kernel == KernelId::kNone || !InRange(launch_.kernel, r_.kernels))
      return Wrong("its kernel is unknown");
    if (!InRange(launch_.launched_at, r_.sites)) return Wrong("its place in the source is unknown");
    if (launch_.arguments.size() != r_.kernels[Index(launch_.kernel)].parameters.size()) {
      return Wrong("its arguments are not as many as the kernel's parameters");
    }
    if (launch_.blocks.size() > kMostThreads / block.Count()) return Wrong("it has more blocks than a view can show");
    for (const RecordedBlock& recorded : launch_.blocks) {
      const Dim3& index = recorded.index;
      if (!IsInside(index, grid)) return Wrong("a block is outside its grid");
    }
    return {};
  }

  Expected<void> CheckObjects() {
    if (launch_.objects.size() >= kLaunchObjectBit) return Wrong("it has too many objects");
    const TableCheck tables(r_);
    const std::uint64_t threads = launch_.block.Count();
    for (std::size_t i = 0; i < launch_.objects.size(); ++i) {
      const ObjectView object = launch_.objects[i];
      const bool block_is_there = object.block == 0xffffffff || object.block < launch_.blocks.size();
      const bool thread_is_there = object.thread == 0xffffffff || object.thread < threads;
      if (!tables.Good(object) || !block_is_there || !thread_is_there) {
        return Wrong(fmt::format("object {} refers to what is not there", i));
      }
    }
    return {};
  }

  bool IsThere(ObjectId id) const {
    if (id == ObjectId::kNone) return true;
    return IsLaunchObject(id) ? LaunchObjectIndex(id) < launch_.objects.size() : Index(id) < r_.objects.size();
  }
  std::uint64_t SizeOf(ObjectId id) const {
    return (IsLaunchObject(id) ? launch_.objects.FormOf(LaunchObjectIndex(id)) : r_.objects[Index(id)]).size;
  }

  bool Good(const Step& step) const {
    if (static_cast<int>(step.kind) >= kStepKinds) return false;
    if (step.block >= launch_.blocks.size() || step.thread >= launch_.block.Count()) return false;
    if (!InRange(step.site, r_.sites) || !IsThere(step.object)) return false;
    if (step.flags & Step::kLongValue) {
      const std::uint64_t size = launch_.long_values.size();
      if (step.size > size || step.before > size - step.size || step.after > size - step.size) return false;
    }
    switch (step.kind) {
      case StepKind::kEnter:
      case StepKind::kLeave: return InRange(static_cast<FunctionId>(step.offset), r_.functions);
      case StepKind::kRead:
      case StepKind::kReadLocal:
      case StepKind::kWrite:
      case StepKind::kAtomic:
        return step.object == ObjectId::kNone || std::uint64_t{step.offset} + step.size <= SizeOf(step.object);
      case StepKind::kFault:
        if (step.IsFaultOfOther() && (step.before >= launch_.grid.Count() || step.after >= launch_.block.Count()))
          return false;
        [[fallthrough]];
      case StepKind::kPrint: return step.offset < launch_.texts.size();
      case StepKind::kExchange: return ExchangeOf(step.offset).operation <= WarpOperation::kMultiply;
      default: return true;
    }
  }

  Expected<void> CheckCalls() {
    std::unordered_map<std::uint64_t, std::size_t> depths;  // of the threads that are in a function
    for (const Step& step : launch_.steps) {
      if (step.kind != StepKind::kEnter && step.kind != StepKind::kLeave) continue;
      const std::uint64_t thread = std::uint64_t{step.block} << 32 | step.thread;
      if (step.kind == StepKind::kEnter) {
        if (++depths[thread] > kMostCallsDeep)
          return Wrong("a thread is in more functions at once than its stack can hold");
      } else if (const auto depth = depths.find(thread); depth != depths.end() && --depth->second == 0) {
        depths.erase(depth);
      }
    }
    return {};
  }

  bool Good(const UnwrittenMemory& unwritten) const {
    if (IsLaunchObject(unwritten.object) || unwritten.object == ObjectId::kNone || !IsThere(unwritten.object))
      return false;
    std::uint64_t last = 0;
    for (const ByteRange& range : unwritten.ranges) {
      if (range.begin < last || range.begin >= range.end || range.end > SizeOf(unwritten.object)) return false;
      last = range.end;
    }
    return true;
  }

  Expected<void> CheckSnapshots() const {
    for (const auto* snapshots : {&launch_.memory_before, &launch_.memory_after}) {
      for (const Snapshot& snapshot : *snapshots) {
        if (snapshot.object == ObjectId::kNone || !IsThere(snapshot.object)) return Wrong("a snapshot is of no object");
        if (!snapshot.bytes.empty() && snapshot.bytes.size() != SizeOf(snapshot.object)) {
          return Wrong("a snapshot is not as long as its object");
        }
      }
    }
    return {};
  }

  Expected<void> CheckUnwritten() const {
    for (const UnwrittenMemory& unwritten : launch_.unwritten) {
      if (!Good(unwritten)) return Wrong("unwritten memory is of no object, or outside of it");
    }
    return {};
  }

  Expected<void> CheckWriters() const {
    const std::uint64_t blocks = launch_.grid.Count(), threads = launch_.block.Count();
    const std::uint64_t most = blocks > std::numeric_limits<std::uint64_t>::max() / threads
                                   ? std::numeric_limits<std::uint64_t>::max()
                                   : blocks * threads;
    for (const WriterMap& map : launch_.writers) {
      if (map.object == ObjectId::kNone || !IsThere(map.object)) return Wrong("a map of writers is of no object");
      // The last cell may be cut short by the object's end.
      const std::uint64_t size = SizeOf(map.object);
      if (map.cell == 0 || map.writer.size() > size / map.cell + (size % map.cell != 0)) {
        return Wrong("a map of writers is longer than its object");
      }
      for (std::uint64_t writer : map.writer) {
        if (writer > most) return Wrong("a map of writers names a thread that is not there");
      }
    }
    return {};
  }

  const Recording& r_;
  const RecordedLaunch& launch_;
};

class FindingCheck {
 public:
  explicit FindingCheck(const Recording& recording) : r_(recording) {}

  Expected<void> Run() const {
    if (r_.findings.size() > kMostFindings) return Fail("it has more findings than a view can show");
    std::size_t sides = 0;
    for (const RecordedFinding& finding : r_.findings) sides += finding.sides.size();
    if (sides > kMostSidesTogether) return Fail("its findings have more sides than a view can show");
    for (std::size_t i = 0; i < r_.findings.size(); ++i) {
      if (!Good(r_.findings[i])) return Fail(fmt::format("finding {} refers to what is not there", i));
    }
    return {};
  }

 private:
  bool Good(const RecordedFinding& finding) const {
    if (finding.severity > Severity::kAdvice || !InRange(finding.file, r_.files)) return false;
    if (finding.sides.size() > kMostSides) return false;
    for (const RecordedSide& side : finding.sides) {
      if (!Good(side)) return false;
    }
    if (!IsLaunchObject(finding.object)) return InRange(finding.object, r_.objects);
    if (finding.sides.empty() || finding.sides[0].launch == RecordedSide::kNotRecorded) return false;
    return LaunchObjectIndex(finding.object) < r_.launches[finding.sides[0].launch].objects.size();
  }

  bool Good(const RecordedSide& side) const {
    if (!InRange(side.file, r_.files)) return false;
    if (side.launch == RecordedSide::kNotRecorded) return side.step == RecordedSide::kNotRecorded;
    if (side.launch >= r_.launches.size()) return false;
    const RecordedLaunch& launch = r_.launches[side.launch];
    return (side.step == RecordedSide::kNotRecorded || side.step < launch.steps.size()) &&
           IsInside(side.block, launch.grid) && IsInside(side.thread, launch.block);
  }

  const Recording& r_;
};

class HostCheck {
 public:
  explicit HostCheck(const Recording& recording) : r_(recording) {}

  Expected<void> Run() const {
    if (r_.host_events.size() > kMostHostEvents) return Fail("it has more events of the host than a view can show");
    for (std::size_t i = 0; i < r_.host_events.size(); ++i) {
      if (!Good(r_.host_events[i])) return Fail(fmt::format("event {} of the host refers to what is not there", i));
    }
    for (std::size_t i = 1; i < r_.host_places.size(); ++i) {
      if (r_.host_places[i - 1].caller >= r_.host_places[i].caller) return Fail("places of the host are not sorted");
    }
    return {};
  }

 private:
  bool Good(const HostEvent& event) const {
    if (event.kind > HostEventKind::kLeftOut || event.value_size > 4) return false;
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    if (event.height == 0 || event.depth == 0 || !Fits(event.width, event.height, most)) return false;
    if (!Fits(event.width * event.height, event.depth, most)) return false;
    return Good(event, event.to) && Good(event, event.from);
  }

  // Every byte of the span lies in its object.
  bool Good(const HostEvent& event, const HostSpan& span) const {
    if (span.object == ObjectId::kNone) return true;
    if (IsLaunchObject(span.object) || Index(span.object) >= r_.objects.size()) return false;
    const std::uint64_t size = r_.objects[Index(span.object)].size;
    if (!Fits(event.depth - 1, span.slice, size) || !Fits(event.height - 1, span.pitch, size)) return false;
    const std::uint64_t rows = (event.height - 1) * span.pitch, slices = (event.depth - 1) * span.slice;
    std::uint64_t left = size;
    for (const std::uint64_t part : {event.width, rows, slices, span.offset}) {
      if (part > left) return false;
      left -= part;
    }
    return true;
  }

  const Recording& r_;
};

}  // namespace

Expected<void> ValidateHost(const Recording& recording) { return HostCheck(recording).Run(); }

Expected<void> ValidateFindings(const Recording& recording) { return FindingCheck(recording).Run(); }

Expected<void> ValidateTables(const Recording& recording) {
  if (recording.build.size() > kMostBuildWords) return Fail("it was built with more flags than a command can have");
  return TableCheck(recording).Run();
}

Expected<void> ValidateLaunch(const Recording& recording, const RecordedLaunch& launch) {
  return LaunchCheck(recording, launch).Run();
}

Expected<void> Validate(const Recording& recording) {
  if (auto done = ValidateTables(recording); !done) return done;
  for (const RecordedLaunch& launch : recording.launches) {
    if (auto done = ValidateLaunch(recording, launch); !done) return done;
  }
  if (auto done = ValidateHost(recording); !done) return done;
  return ValidateFindings(recording);
}

bool ShapeFits(std::span<const std::uint64_t> shape, std::uint64_t cell, std::uint64_t bytes) {
  if (shape.size() > kMostDimensions) return false;
  for (std::uint64_t extent : shape) {
    if (!Fits(extent, cell, bytes)) return false;
    cell *= extent;
  }
  return true;
}

}  // namespace lockstep::trace
