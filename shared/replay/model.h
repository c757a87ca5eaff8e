#pragma once

// A recording and a moment in it. Each other header of this folder is a set of questions to a `const Model&`; a view is
// a function of the answers.

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
#include "shared/trace/lookup.h"

namespace lockstep::replay {

// The writes to one object, sorted by offset and then by time. Created on demand.
struct WriteOrder {
  std::vector<std::pair<std::uint32_t, StepIndex>> writes;  // (offset, step)
  std::uint32_t longest = 0;                                // bytes of the longest write
};

// For each piece of an object, the moment from which it holds a written value: 0 means from the start, kNever means not
// in this launch. Pieces past the last entry: from the start. See unwritten.h.
struct WrittenSince {
  static constexpr Position kNever = 0xffffffff;
  std::uint64_t piece = 1;  // bytes
  std::vector<Position> position;
};

class Model {
 public:
  // `recording` must have a launch (see HasLaunches).
  explicit Model(trace::Recording recording);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  static bool HasLaunches(const trace::Recording& recording) { return !recording.launches.empty(); }

  // Another model of the same recording, which another thread may use at the same time. It has no moment before its
  // first MoveTo. SeeAs and SeeAsRecorded change the recording, so no other thread may use a fork meanwhile.
  std::unique_ptr<Model> Fork() const;

  const trace::Recording& recording() const { return recording_; }

  // Moves to a moment of a launch. The first visit to a launch sorts its steps; later ones are fast. `launch` and
  // `step` are clamped to the valid range.
  void MoveTo(std::uint32_t launch, Position step);
  void MoveTo(const Cursor& cursor) { MoveTo(cursor.launch, cursor.step); }

  // The launch and the moment of the last MoveTo.
  const trace::RecordedLaunch& launch() const { return recording_.launches[current_]; }
  std::uint32_t launch_place() const { return current_; }  // in Recording::launches
  const LaunchIndex& index() const { return *visit().index; }
  const Playback& playback() const { return visit().playback; }
  Position position() const { return visit().playback.position(); }
  Position end() const { return static_cast<Position>(launch().steps.size()); }
  const trace::Kernel* kernel() const;

  // Blocks and threads.
  std::optional<std::uint32_t> BlockSlot(trace::Dim3 block) const;  // place in RecordedLaunch::blocks
  ThreadSlot SlotOf(trace::Dim3 block, trace::Dim3 thread) const;   // kNone: its block was not recorded
  trace::Dim3 BlockOf(ThreadSlot slot) const;
  trace::Dim3 ThreadOf(ThreadSlot slot) const;

  // Tables; any id is safe.
  std::optional<trace::ObjectView> object(trace::ObjectId id) const { return FindObject(recording_, launch(), id); }
  const trace::Type* type(trace::TypeId id) const;
  const trace::Variable* variable(trace::VariableId id) const;
  const trace::Function* function(trace::FunctionId id) const;
  Line LineOfSite(trace::SiteId id) const;
  trace::FunctionId FunctionOfSite(trace::SiteId id) const;
  std::string_view TextOf(Line line) const;         // one line of a source file, without its end
  std::uint32_t LinesOf(trace::FileId file) const;  // the number of lines

  // An array that is shown as one of another type (view_as.h): its original type, and the index of the chosen one.
  struct SeenAs {
    std::size_t choice = 0;
    trace::TypeId element = trace::TypeId::kNone;
    std::vector<std::uint64_t> shape;
  };
  const SeenAs* SeenAsOther(trace::ObjectId object) const;
  void SeeAs(trace::ObjectId object, std::size_t choice, const trace::Type& element);
  void SeeAsRecorded(trace::ObjectId object);

  // Created on demand and kept.
  const WriteOrder& WritesByOffset(trace::ObjectId object) const;
  const WrittenSince& WrittenSinceOf(trace::ObjectId object) const;
  const std::vector<Position>& Rounds(std::uint32_t first_slot, std::uint32_t end_slot) const;  // see stepping.h

 private:
  struct Visit {
    Visit(const trace::Recording& recording, const trace::RecordedLaunch& launch,
          std::shared_ptr<const LaunchIndex> known_index);
    std::shared_ptr<const LaunchIndex> index;  // forks share it
    Playback playback;
    std::map<std::uint64_t, std::uint32_t> slot_of_block;  // by linear block index
    mutable std::map<trace::ObjectId, WriteOrder> write_orders;
    mutable std::map<trace::ObjectId, WrittenSince> written_since;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Position>> rounds;
  };
  explicit Model(std::shared_ptr<trace::Recording> recording);
  const Visit& visit() const { return *visits_[current_]; }
  void FindLines();
  // The object; for shared memory, also the objects of the same name in other blocks.
  template <class Do>
  void ForSame(trace::ObjectId object, Do act);

  std::shared_ptr<trace::Recording> shared_recording_;
  trace::Recording& recording_;
  std::map<std::pair<std::uint32_t, trace::ObjectId>, SeenAs> seen_as_;  // by launch for its own objects, else 0
  std::vector<std::vector<std::size_t>> line_begins_;                    // of each file
  std::vector<std::unique_ptr<Visit>> visits_;                           // of each launch; null until visited
  std::vector<std::shared_ptr<const LaunchIndex>> known_indices_;        // of each launch; null: not known yet
  std::uint32_t current_ = 0;
};

WrittenSince FindWrittenSince(const Model& model, trace::ObjectId object);

// "(3,0,0)".
std::string Text(trace::Dim3 index);

}  // namespace lockstep::replay
