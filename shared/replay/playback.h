#pragma once

// The memory and the threads of one launch at any moment. Seek plays the steps forward by their new values or backward
// by their old ones, from the nearest of: where it is, and the keyframes.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "shared/replay/launch_index.h"

namespace lockstep::replay {

class Playback {
 public:
  // The recording, the launch and the index must outlive it.
  Playback(const Recording& recording, const RecordedLaunch& launch, const LaunchIndex& index);

  void Seek(Position position);  // clamped to the steps that there are
  Position position() const { return position_; }

  // What the object holds now, in global, constant, device or shared memory. Empty for local variables (see
  // thread_state.h) and for objects whose bytes the recording does not have at all.
  std::span<const std::uint8_t> Bytes(ObjectId object) const;

  // Whether the recording knows what these bytes are: they were kept at the launch, or a step tells them. Shared memory
  // counts as known; whether it was ever written is another question (unwritten.h).
  bool Knows(ObjectId object, std::uint64_t offset, std::uint64_t size) const;

  // The last step that the thread has done; kNoStep before its first.
  StepIndex LastStep(ThreadSlot thread) const { return last_step_[static_cast<std::size_t>(thread)]; }

 private:
  static constexpr std::size_t kPageSize = 4096;
  using Page = std::array<std::uint8_t, kPageSize>;
  struct Place {
    std::uint64_t begin = 0, size = 0;  // in arena_
    bool whole = false;                 // all of its bytes are known from the start
  };
  struct Keyframe {
    Position position = 0;
    std::vector<std::shared_ptr<const Page>> pages;  // shared with the keyframe before where nothing was written
    std::vector<StepIndex> last_step;
  };

  void PlaceObjects();
  void FillFromSnapshots();
  void LearnFromSteps();
  void MakeKeyframes();
  void SaveKeyframe(std::vector<bool>& dirty);
  void Restore(const Keyframe& keyframe);
  void StepForward();
  void StepBackward();
  const Place* PlaceOf(ObjectId object) const;
  // Where the bytes of an access lie in the arena; empty if they are not inside their object.
  std::span<std::uint8_t> Target(const Step& step);
  std::uint64_t CostOf(const Keyframe& keyframe, Position position) const;

  const Recording& recording_;
  const RecordedLaunch& launch_;
  const LaunchIndex& index_;
  Position position_ = 0;
  std::vector<Place> program_places_, launch_places_;
  std::vector<std::uint8_t> arena_;
  std::vector<bool> known_;  // one bit a byte of the arena; only looked at where the object is not `whole`
  std::vector<StepIndex> last_step_;
  std::vector<Keyframe> keyframes_;
};

}  // namespace lockstep::replay
