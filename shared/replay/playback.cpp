#include "shared/replay/playback.h"

#include <algorithm>
#include <cstring>

#include "shared/replay/step_bytes.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

// Steps between two keyframes. A step takes a few nanoseconds, so half of this takes a millisecond or two.
constexpr Position kStepsPerKeyframe = 1 << 18;
// A copy of a kilobyte takes about as long as this many steps.
constexpr std::uint64_t kStepsPerKilobyte = 16;
// Objects without kept bytes are reconstructed from the steps, up to this many bytes in total.
constexpr std::uint64_t kMaxUnkeptBytes = std::uint64_t{256} << 20;

}  // namespace

Playback::Playback(const trace::Recording& recording, const trace::RecordedLaunch& launch, const LaunchIndex& index)
    : recording_(recording), launch_(launch), index_(index), last_step_(index.thread_count(), kNoStep) {
  PlaceObjects();
  FillFromSnapshots();
  LearnFromSteps();
  MakeKeyframes();
}

void Playback::Seek(Position position) {
  position = std::min<Position>(position, static_cast<Position>(launch_.steps.size()));
  const std::uint64_t walk = position > position_ ? position - position_ : position_ - position;
  const Keyframe* nearest = nullptr;
  for (const Keyframe& keyframe : keyframes_) {
    if (!nearest || CostOf(keyframe, position) < CostOf(*nearest, position)) nearest = &keyframe;
  }
  if (nearest && CostOf(*nearest, position) < walk) Restore(*nearest);
  while (position_ < position) StepForward();
  while (position_ > position) StepBackward();
}

std::uint64_t Playback::CostOf(const Keyframe& keyframe, Position position) const {
  const std::uint64_t walk = position > keyframe.position ? position - keyframe.position : keyframe.position - position;
  return walk + (arena_.size() + 4 * last_step_.size()) / 1024 * kStepsPerKilobyte;
}

std::span<const std::uint8_t> Playback::Bytes(trace::ObjectId object) const {
  const Room* room = RoomOf(object);
  if (!room) return {};
  return {arena_.data() + room->begin, room->size};
}

bool Playback::Knows(trace::ObjectId object, std::uint64_t offset, std::uint64_t size) const {
  const Room* room = RoomOf(object);
  if (!room || offset > room->size || size > room->size - offset) return false;
  if (room->whole) return true;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (!known_[room->begin + offset + i]) return false;
  }
  return true;
}

// Room is allotted to program objects whose bytes were kept at the launch or that a step touches, and to shared memory.
void Playback::PlaceObjects() {
  program_rooms_.resize(recording_.objects.size());
  shared_rooms_.resize(launch_.objects.shared().size());
  shared_ = IndexSet(launch_.objects.shared(), launch_.objects.size());
  for (const trace::Snapshot& snapshot : launch_.memory_before) {
    if (trace::IsLaunchObject(snapshot.object) || trace::Index(snapshot.object) >= program_rooms_.size()) continue;
    if (snapshot.left_out || snapshot.bytes.empty()) continue;
    program_rooms_[trace::Index(snapshot.object)] = {.size = snapshot.bytes.size(), .whole = true};
  }
  std::uint64_t unkept = 0;
  const auto make_room = [&](Room& room, std::uint64_t size, bool whole) {
    if (room.size != 0 || size > kMaxUnkeptBytes - unkept) return;
    room = {.size = size, .whole = whole};
    unkept += size;
  };
  for (std::uint32_t i = 0; i < program_rooms_.size(); ++i) {
    const auto id = static_cast<trace::ObjectId>(i);
    if (index_.WritesTo(id).empty() && index_.ReadsOf(id).empty()) continue;
    make_room(program_rooms_[i], recording_.objects[i].size, false);
  }
  for (std::size_t i = 0; i < shared_rooms_.size(); ++i)
    make_room(shared_rooms_[i], launch_.objects.FormOf(launch_.objects.shared()[i]).size, true);
  std::uint64_t end = 0;
  for (auto* rooms : {&program_rooms_, &shared_rooms_}) {
    for (Room& room : *rooms) {
      room.begin = end;
      end += room.size;
    }
  }
  arena_.resize(end);
}

void Playback::FillFromSnapshots() {
  for (const trace::Snapshot& snapshot : launch_.memory_before) {
    const Room* room = RoomOf(snapshot.object);
    if (room && room->whole) std::ranges::copy(snapshot.bytes, arena_.begin() + room->begin);
  }
}

// The old values of writes and the values of reads show what memory held before. Processing the steps backwards leaves
// each byte with its first value.
void Playback::LearnFromSteps() {
  known_.resize(arena_.size());
  for (std::size_t i = launch_.steps.size(); i-- > 0;) {
    const trace::Step& step = launch_.steps[i];
    if (!IsAccess(step)) continue;
    const Room* room = RoomOf(step.object);
    const bool shared = trace::IsLaunchObject(step.object);
    if (!room || (room->whole && !shared)) continue;
    const auto target = Target(step);
    const auto bytes = IsWrite(step) ? BytesBefore(launch_, step) : BytesAfter(launch_, step);
    if (target.empty() || bytes.size() != target.size()) continue;
    std::ranges::copy(bytes, target.begin());
    std::fill_n(known_.begin() + (target.data() - arena_.data()), target.size(), true);
  }
}

namespace {

// Copies of `page_size` elements each; of a page that is not dirty, the last keyframe's.
template <class Page, class T>
std::vector<std::shared_ptr<const Page>> SavePages(const std::vector<T>& all, std::vector<bool>& dirty,
                                                   const std::vector<std::shared_ptr<const Page>>* last) {
  constexpr std::size_t kSize = std::tuple_size_v<Page>;
  std::vector<std::shared_ptr<const Page>> pages;
  for (std::size_t page = 0; page * kSize < all.size(); ++page) {
    if (!dirty[page]) {
      pages.push_back((*last)[page]);
      continue;
    }
    auto copy = std::make_shared<Page>();
    const std::size_t begin = page * kSize;
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(begin), std::min(kSize, all.size() - begin), copy->begin());
    pages.push_back(std::move(copy));
    dirty[page] = false;
  }
  return pages;
}

template <class Page, class T>
void RestorePages(const std::vector<std::shared_ptr<const Page>>& pages, std::vector<T>& all) {
  constexpr std::size_t kSize = std::tuple_size_v<Page>;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    const std::size_t begin = page * kSize;
    std::copy_n(pages[page]->begin(), std::min(kSize, all.size() - begin),
                all.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace

void Playback::MakeKeyframes() {
  if (launch_.steps.size() <= kStepsPerKeyframe) return;
  std::vector<bool> dirty(arena_.size() / kPageSize + 1, true);
  std::vector<bool> stepped(last_step_.size() / kThreadsPerPage + 1, true);  // pages of threads
  SaveKeyframe(dirty, stepped);
  while (position_ < launch_.steps.size()) {
    const trace::Step step = launch_.steps[position_];
    if (const ThreadSlot thread = index_.ThreadOf(step); thread != ThreadSlot::kNone)
      stepped[static_cast<std::size_t>(thread) / kThreadsPerPage] = true;
    if (IsWrite(step)) {
      const auto target = Target(step);
      for (std::size_t at = 0; at < target.size(); ++at) dirty[(target.data() - arena_.data() + at) / kPageSize] = true;
    }
    StepForward();
    if (position_ % kStepsPerKeyframe == 0) SaveKeyframe(dirty, stepped);
  }
  Restore(keyframes_.front());
}

void Playback::SaveKeyframe(std::vector<bool>& dirty, std::vector<bool>& stepped) {
  const Keyframe* last = keyframes_.empty() ? nullptr : &keyframes_.back();
  keyframes_.push_back({.position = position_,
                        .pages = SavePages(arena_, dirty, last ? &last->pages : nullptr),
                        .last_step = SavePages(last_step_, stepped, last ? &last->last_step : nullptr)});
}

void Playback::Restore(const Keyframe& keyframe) {
  RestorePages(keyframe.pages, arena_);
  RestorePages(keyframe.last_step, last_step_);
  position_ = keyframe.position;
}

void Playback::StepForward() {
  const trace::Step& step = launch_.steps[position_];
  const ThreadSlot thread = index_.ThreadOf(step);
  if (thread != ThreadSlot::kNone) last_step_[static_cast<std::size_t>(thread)] = position_;
  if (IsWrite(step)) {
    const auto target = Target(step);
    const auto after = BytesAfter(launch_, step);
    if (after.size() == target.size()) std::ranges::copy(after, target.begin());
  }
  ++position_;
}

void Playback::StepBackward() {
  --position_;
  const trace::Step& step = launch_.steps[position_];
  const ThreadSlot thread = index_.ThreadOf(step);
  if (thread != ThreadSlot::kNone) last_step_[static_cast<std::size_t>(thread)] = index_.Previous(position_);
  if (IsWrite(step)) {
    const auto target = Target(step);
    const auto before = BytesBefore(launch_, step);
    if (before.size() == target.size()) std::ranges::copy(before, target.begin());
  }
}

const Playback::Room* Playback::RoomOf(trace::ObjectId object) const {
  if (object == trace::ObjectId::kNone) return nullptr;
  const auto of_size = [](const Room& room) { return room.size == 0 ? nullptr : &room; };
  if (trace::IsLaunchObject(object)) {
    const auto shared = shared_.Find(trace::LaunchObjectIndex(object));
    return shared ? of_size(shared_rooms_[*shared]) : nullptr;
  }
  return trace::Index(object) < program_rooms_.size() ? of_size(program_rooms_[trace::Index(object)]) : nullptr;
}

std::span<std::uint8_t> Playback::Target(const trace::Step& step) {
  const Room* room = RoomOf(step.object);
  if (!room || step.offset > room->size || step.size > room->size - step.offset) return {};
  return {arena_.data() + room->begin + step.offset, step.size};
}

}  // namespace lockstep::replay
