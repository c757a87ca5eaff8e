#pragma once

// Streams, events and graphs that the program has destroyed, for reports. What CUDA does with such a handle is
// undefined, so the call that uses one is a defect, whatever the program does with the error.

#include <memory>

namespace lockstep::api {

// `what`: "a stream". The object is kept for a while, so that its handle is not given to another one.
void NoteDestroyed(std::shared_ptr<const void> object, const char* what, const void* destroyed_by);
// A call refuses this handle. `caller`: null where the call does not know its place.
void NoteRefusedHandle(const void* handle, const void* caller = nullptr);

}  // namespace lockstep::api
