#pragma once

// A recording and a moment in it. Every other header here is a set of questions that can
// be asked of a `const Model&`; a view is a function of the answers.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shared/replay/cursor.h"
#include "shared/replay/launch_index.h"
#include "shared/replay/playback.h"
#include "shared/replay/step_bytes.h"

namespace lockstep::replay {

// The writes to one object, sorted by offset and then by time. Made when first asked for.
struct WriteOrder {
  std::vector<std::pair<std::uint32_t, StepIndex>> writes;  // (offset, step)
  std::uint32_t longest = 0;                                // bytes of the longest write
};

// From which moment on each piece of an object holds what somebody has written: 0 from the start, kNever in no moment
// of the launch. Behind the last entry, from the start. See unwritten.h.
struct WrittenSince {
  static constexpr Position kNever = 0xffffffff;
  std::uint64_t piece = 1;  // bytes
  std::vector<Position> position;
};

class Model {
 public:
  // `recording` must have a launch (see HasLaunches).
  explicit Model(Recording recording);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  static bool HasLaunches(const Recording& recording) { return !recording.launches.empty(); }

  const Recording& recording() const { return recording_; }

  // Goes to a moment of a launch. The first visit to a launch sorts its steps; later ones are quick. `launch` and
  // `step` are clamped to what there is.
  void MoveTo(std::uint32_t launch, Position step);
  void MoveTo(const Cursor& cursor) { MoveTo(cursor.launch, cursor.step); }

  // Of the launch and the moment of the last MoveTo.
  const RecordedLaunch& launch() const { return recording_.launches[current_]; }
  std::uint32_t launch_place() const { return current_; }  // in Recording::launches
  const LaunchIndex& index() const { return visit().index; }
  const Playback& playback() const { return visit().playback; }
  Position position() const { return visit().playback.position(); }
  Position end() const { return static_cast<Position>(launch().steps.size()); }
  const Kernel* kernel() const;

  // Blocks and threads.
  std::optional<std::uint32_t> BlockSlot(Dim3 block) const;  // place in RecordedLaunch::blocks
  ThreadSlot SlotOf(Dim3 block, Dim3 thread) const;          // kNone: its block was not recorded
  Dim3 BlockOf(ThreadSlot slot) const;
  Dim3 ThreadOf(ThreadSlot slot) const;

  // Tables, safe for any id.
  const Object* object(ObjectId id) const { return FindObject(recording_, launch(), id); }
  const Type* type(TypeId id) const;
  const Variable* variable(VariableId id) const;
  const Function* function(FunctionId id) const;
  Line LineOfSite(SiteId id) const;
  FunctionId FunctionOfSite(SiteId id) const;
  std::string_view TextOf(Line line) const;  // one line of a source file, without its end
  std::uint32_t LinesOf(FileId file) const;  // how many the file has

  // An array that is seen as one of another type (view_as.h): what it was, and which choice it has become.
  struct SeenAs {
    std::size_t choice = 0;
    TypeId element = TypeId::kNone;
    std::vector<std::uint64_t> shape;
  };
  const SeenAs* SeenAsOther(ObjectId object) const;
  void SeeAs(ObjectId object, std::size_t choice, const Type& element);
  void SeeAsRecorded(ObjectId object);

  // Made on demand and kept.
  const WriteOrder& WritesByOffset(ObjectId object) const;
  const WrittenSince& WrittenSinceOf(ObjectId object) const;
  const std::vector<Position>& Rounds(std::uint32_t first_slot, std::uint32_t end_slot) const;  // see stepping.h

 private:
  struct Visit {
    Visit(const Recording& recording, const RecordedLaunch& launch);
    LaunchIndex index;
    Playback playback;
    std::map<std::uint64_t, std::uint32_t> slot_of_block;  // by linear block index
    mutable std::map<ObjectId, WriteOrder> write_orders;
    mutable std::map<ObjectId, WrittenSince> written_since;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Position>> rounds;
  };
  const Visit& visit() const { return *visits_[current_]; }
  void FindLines();
  // The object, and of shared memory those of the same name in other blocks.
  template <class Do>
  void ForSame(ObjectId object, Do act);

  Recording recording_;
  std::map<std::pair<std::uint32_t, ObjectId>, SeenAs> seen_as_;  // by launch for its own objects, else 0
  std::vector<std::vector<std::size_t>> line_begins_;             // of each file
  std::vector<std::unique_ptr<Visit>> visits_;                    // of each launch; null until visited
  std::uint32_t current_ = 0;
};

WrittenSince FindWrittenSince(const Model& model, ObjectId object);

// Linear indices as CUDA counts them: x fastest. The second is for indices inside `extent` only.
std::uint64_t LinearIndex(Dim3 index, Dim3 extent);
Dim3 FromLinearIndex(std::uint64_t linear, Dim3 extent);

// "(3,0,0)".
std::string Text(Dim3 index);

}  // namespace lockstep::replay
