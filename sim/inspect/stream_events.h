#pragma once

// What the CUDA API tells the checker of streams: what is put into them, what they wait for, what the host waits for.
// Each does nothing in a program that is not checked.

#include <cstdint>

namespace lockstep {

// Streams from this number on are branches of graphs.
inline constexpr std::uint64_t kFirstGraphLane = std::uint64_t{1} << 62;
bool StreamsAreChecked();

void NoteStreamMade(std::uint64_t stream, bool blocking);
void NoteStreamGone(std::uint64_t stream);
void NoteEventRecorded(const void* event, std::uint64_t stream);
void NoteStreamWaits(std::uint64_t stream, const void* event);
// The host goes on only when what was put into the stream, or came before the event, or all work, has ended.
void NoteHostWaits(std::uint64_t stream);
void NoteHostWaitsForEvent(const void* event);
void NoteHostWaitsForAll();

}  // namespace lockstep
