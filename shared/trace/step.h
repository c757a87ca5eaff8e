#pragma once

// One event of a thread, and the ids that it refers to by.

#include <cstdint>

namespace lockstep::trace {

enum class FileId : std::uint32_t { kNone = 0xffffffff };
enum class SiteId : std::uint32_t { kNone = 0xffffffff };
enum class TypeId : std::uint32_t { kNone = 0xffffffff };
enum class FunctionId : std::uint32_t { kNone = 0xffffffff };
enum class VariableId : std::uint32_t { kNone = 0xffffffff };
enum class KernelId : std::uint32_t { kNone = 0xffffffff };
// An object of the program (top bit clear: index into Recording::objects) or of one launch's recorded blocks
// (top bit set: the other bits are an index into RecordedLaunch::objects).
enum class ObjectId : std::uint32_t { kNone = 0xffffffff };
inline constexpr std::uint32_t kLaunchObjectBit = 0x80000000;

template <class Id>
constexpr std::uint32_t Index(Id id) {
  return static_cast<std::uint32_t>(id);
}
constexpr bool IsLaunchObject(ObjectId id) { return id != ObjectId::kNone && (Index(id) & kLaunchObjectBit); }
constexpr std::uint32_t LaunchObjectIndex(ObjectId id) { return Index(id) & ~kLaunchObjectBit; }

enum class StepKind : std::uint8_t {
#define LOCKSTEP_STEP(name, word, text) name,
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
};

// One event. Forty bytes; values longer than 8 bytes are in RecordedLaunch::long_values.
struct Step {
  StepKind kind{};
  std::uint8_t flags = 0;    // kLongValue and friends
  std::uint16_t size = 0;    // bytes read or written (of a long value: its length)
  std::uint32_t block = 0;   // index into RecordedLaunch::blocks
  std::uint32_t thread = 0;  // linear thread index in its block
  SiteId site = SiteId::kNone;
  ObjectId object = ObjectId::kNone;  // read or written; see step.def for the other kinds
  std::uint32_t offset = 0;           // in the object; see step.def for the other kinds
  std::uint64_t before = 0;           // old value (writes), or see step.def
  std::uint64_t after = 0;            // new value (writes), the value read (reads), or see step.def
  friend bool operator==(const Step&, const Step&) = default;

  static constexpr std::uint8_t kLongValue = 1;  // before and after are offsets into long_values
  // Of a kFault that is about another thread than the step's, in a block that is not recorded, for example: `before` is
  // the linear index of its block in the grid, `after` its own in the block.
  static constexpr std::uint8_t kOfOtherThread = 2;
  constexpr bool IsFaultOfOther() const { return kind == StepKind::kFault && (flags & kOfOtherThread) != 0; }
};
static_assert(sizeof(Step) == 40);

}  // namespace lockstep::trace
