#pragma once

// The memory and the threads of one launch at any moment. Seek applies steps forward by their new values or backward by
// their old ones, from the current moment or the nearest keyframe.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "shared/base/index_set.h"
#include "shared/replay/launch_index.h"

namespace lockstep::replay {

class Playback {
 public:
  // The recording, the launch and the index must outlive it.
  Playback(const trace::Recording& recording, const trace::RecordedLaunch& launch, const LaunchIndex& index);

  void Seek(Position position);  // clamped to the number of steps
  Position position() const { return position_; }

  // The current contents of an object in global, constant, device or shared memory. Empty for local variables (see
  // thread_state.h) and for objects without any recorded bytes.
  std::span<const std::uint8_t> Bytes(trace::ObjectId object) const;

  // True if the recording knows these bytes: they were kept at the launch, or a step shows them. Shared memory counts
  // as known; whether it was ever written is a different question (unwritten.h).
  bool Knows(trace::ObjectId object, std::uint64_t offset, std::uint64_t size) const;

  // The last step that the thread has done; kNoStep before its first one.
  StepIndex LastStep(ThreadSlot thread) const { return last_step_[static_cast<std::size_t>(thread)]; }

 private:
  static constexpr std::size_t kPageSize = 4096, kThreadsPerPage = 1024;
  using Page = std::array<std::uint8_t, kPageSize>;
  using ThreadPage = std::array<StepIndex, kThreadsPerPage>;
  struct Room {
    std::uint64_t begin = 0, size = 0;  // in arena_
    bool whole = false;                 // all bytes are known from the start
  };
  struct Keyframe {
    Position position = 0;
    // Shared with the previous keyframe if nothing was written, and no step of these threads happened.
    std::vector<std::shared_ptr<const Page>> pages;
    std::vector<std::shared_ptr<const ThreadPage>> last_step;
  };

  void PlaceObjects();
  void FillFromSnapshots();
  void LearnFromSteps();
  void MakeKeyframes();
  void SaveKeyframe(std::vector<bool>& dirty, std::vector<bool>& stepped);
  void Restore(const Keyframe& keyframe);
  void StepForward();
  void StepBackward();
  const Room* RoomOf(trace::ObjectId object) const;
  // The place of an access's bytes in the arena; empty if they are not inside their object.
  std::span<std::uint8_t> Target(const trace::Step& step);
  std::uint64_t CostOf(const Keyframe& keyframe, Position position) const;

  const trace::Recording& recording_;
  const trace::RecordedLaunch& launch_;
  const LaunchIndex& index_;
  Position position_ = 0;
  std::vector<Room> program_rooms_, shared_rooms_;  // of each object; of each that is in shared memory
  IndexSet shared_;                                 // among the launch's objects
  std::vector<std::uint8_t> arena_;
  std::vector<bool> known_;  // one bit for each byte of the arena; used only for objects that are not `whole`
  std::vector<StepIndex> last_step_;
  std::vector<Keyframe> keyframes_;
};

}  // namespace lockstep::replay
