#include "sim/check/streams.h"

#include <algorithm>

namespace lockstep::check {

StreamOrder::StreamOrder() {
  streams_[kDefaultStream] = {.slot = 0, .blocking = true, .clock = {}};
  submitted_.push_back(0);
}

void StreamOrder::Join(Clock& clock, const Clock& more) {
  if (clock.size() < more.size()) clock.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) clock[i] = std::max(clock[i], more[i]);
}

StreamOrder::Stream* StreamOrder::StreamOf(StreamId stream) {
  const auto found = streams_.find(stream);
  return found == streams_.end() ? nullptr : &found->second;
}

// A slot is used again once the host has waited for all that its last stream did: what comes in it later is after that
// for everybody. Without this, clocks would grow with every stream of the program.
std::uint32_t StreamOrder::TakeSlot() {
  constexpr int kTried = 4;
  for (int i = 0; i < kTried && !free_slots_.empty(); ++i) {
    const std::uint32_t slot = free_slots_.front();
    free_slots_.pop_front();
    if (HostKnows({slot, submitted_[slot]})) return slot;
    free_slots_.push_back(slot);
  }
  submitted_.push_back(0);
  return static_cast<std::uint32_t>(submitted_.size() - 1);
}

void StreamOrder::Create(StreamId stream, bool blocking) {
  streams_[stream] = {.slot = TakeSlot(), .blocking = blocking, .clock = {}};
}

// Work in the stream still runs to its end; the default stream goes on waiting for it.
void StreamOrder::Destroy(StreamId stream) {
  const Stream* gone = StreamOf(stream);
  if (!gone || stream == kDefaultStream) return;
  if (gone->blocking) Join(streams_[kDefaultStream].clock, gone->clock);
  free_slots_.push_back(gone->slot);
  streams_.erase(stream);
}

WorkId StreamOrder::Submit(StreamId id, std::uint32_t first) {
  Stream* stream = StreamOf(id);
  if (!stream) stream = &streams_[kDefaultStream];
  Join(stream->clock, host_);
  if (id == kDefaultStream) {
    for (const auto& [other, facts] : streams_)
      if (facts.blocking) Join(stream->clock, facts.clock);
  } else if (stream->blocking) {
    Join(stream->clock, streams_[kDefaultStream].clock);
  }
  FindUnordered(stream->clock);
  const WorkId work{stream->slot, ++submitted_[stream->slot]};
  if (stream->clock.size() <= stream->slot) stream->clock.resize(stream->slot + 1);
  stream->clock[stream->slot] = work.number;
  if (pending_.size() == kMostPending) pending_.pop_front();
  pending_.push_back({.first = first, .end = first, .id = work, .clock = stream->clock});
  idle_ = false;
  return work;
}

void StreamOrder::End(std::uint32_t end) {
  if (!pending_.empty()) pending_.back().end = end;
}

void StreamOrder::FindUnordered(const Clock& clock) {
  unordered_.clear();
  if (!HasStreams() && submitted_.size() == 1) return;
  for (const Work& work : pending_) {
    if (At(clock, work.id.slot) >= work.id.number || work.first == work.end) continue;
    if (!unordered_.empty() && unordered_.back().end == work.first)
      unordered_.back().end = work.end;
    else
      unordered_.push_back({work.first, work.end});
  }
}

void StreamOrder::Record(EventId event, StreamId id) {
  Stream* stream = StreamOf(id);
  if (!stream) return;
  Clock clock = stream->clock;
  Join(clock, host_);
  if (id == kDefaultStream)
    for (const auto& [other, facts] : streams_)
      if (facts.blocking) Join(clock, facts.clock);
  events_[event] = std::move(clock);
}

void StreamOrder::Wait(StreamId id, EventId event) {
  Stream* stream = StreamOf(id);
  const auto found = events_.find(event);
  if (stream && found != events_.end()) Join(stream->clock, found->second);
}

void StreamOrder::HostWaitsForStream(StreamId id) {
  const Stream* stream = StreamOf(id);
  if (!stream) return;
  Join(host_, stream->clock);
  if (id == kDefaultStream)
    for (const auto& [other, facts] : streams_)
      if (facts.blocking) Join(host_, facts.clock);
  Settle();
}

void StreamOrder::HostWaitsForEvent(EventId event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return;
  Join(host_, found->second);
  Settle();
}

void StreamOrder::HostWaitsForAll() {
  Join(host_, submitted_);
  Settle();
}

void StreamOrder::HostLearns(WorkId id) {
  for (const Work& work : pending_)
    if (work.id.slot == id.slot && work.id.number == id.number) Join(host_, Clock(work.clock));
  Settle();
}

// Work that the host has waited for is before all that comes.
void StreamOrder::Settle() {
  std::erase_if(pending_, [&](const Work& work) { return HostKnows(work.id); });
  idle_ = pending_.empty();
}

bool StreamOrder::HostKnows(WorkId work) const { return At(host_, work.slot) >= work.number; }

bool StreamOrder::HostKnowsOf(EventId event) const {
  const auto found = events_.find(event);
  if (found == events_.end()) return true;
  for (std::uint32_t slot = 0; slot < found->second.size(); ++slot)
    if (!HostKnows({slot, found->second[slot]})) return false;
  return true;
}

WorkId StreamOrder::Find(std::uint32_t episode) const {
  auto after = std::ranges::upper_bound(pending_, episode, {}, &Work::first);
  if (after == pending_.begin()) return {};
  const Work& work = *std::prev(after);
  return episode < std::max(work.end, work.first + 1) ? work.id : WorkId{};
}

void StreamOrder::Forget() {
  pending_.clear();
  unordered_.clear();
}

}  // namespace lockstep::check
