// Event management. An event is complete as soon as it is recorded; its time is the host's steady clock.

#include "shared/trace/modelled.h"
#include "sim/api/call.h"
#include "sim/api/destroyed.h"
#include "sim/api/graph.h"
#include "sim/api/ipc.h"
#include "sim/api/streams.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

Handles<CUevent_st>& Events() {
  static auto* events = new Handles<CUevent_st>;
  return *events;
}

bool IsEvent(cudaEvent_t handle) {
  if (Events().Knows(handle)) return true;
  NoteRefusedHandle(handle);
  return false;
}

namespace {

template <class Body>
cudaError_t WithEvent(cudaEvent_t event, Body&& body) {
  return Call([&](Session&) -> cudaError_t { return IsEvent(event) ? body(*event) : cudaErrorInvalidResourceHandle; });
}

cudaError_t CreateEvent(cudaEvent_t* out, unsigned flags) {
  return Call([&](Session&) {
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    // An event for other processes must not record times.
    const bool odd = flags & cudaEventInterprocess && !(flags & cudaEventDisableTiming);
    if (!out || flags & ~kKnown || odd) return cudaErrorInvalidValue;
    auto event = std::make_unique<CUevent_st>();
    event->flags = flags;
    *out = Events().Add(std::move(event));
    return cudaSuccess;
  });
}

cudaError_t RecordEvent(cudaEvent_t event, cudaStream_t stream_handle, unsigned flags, machine::Caller caller) {
  return WithEvent(event, [&](CUevent_st& e) -> cudaError_t {
    CUstream_st* stream = FindStream(stream_handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (flags & ~unsigned(cudaEventRecordExternal)) return cudaErrorInvalidValue;
    if (stream->capture && !(flags & cudaEventRecordExternal)) {
      if (stream->capture->invalidated) return cudaErrorStreamCaptureInvalidated;
      e.capture = stream->capture;
      e.capture_tail = stream->capture_tail;
      return cudaSuccess;
    }
    return Submit(stream_handle, RecordEventOperation{event}, caller);
  });
}

cudaError_t Completed(CUevent_st& event) {
  if (event.capture) return cudaErrorCapturedEvent;
  launch::TellHost(&machine::HostObserver::HostWaitsForEvent, &event);
  return cudaSuccess;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaEventCreate(cudaEvent_t* event) { return CreateEvent(event, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) { return CreateEvent(event, flags); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    std::unique_ptr<CUevent_st> removed = Events().Remove(event);
    if (!removed) {
      NoteRefusedHandle(event, caller);
      return cudaErrorInvalidResourceHandle;
    }
    EndExport(*removed);
    NoteDestroyed(std::move(removed), "an event", caller);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return RecordEvent(event, stream, cudaEventRecordDefault, LOCKSTEP_CALLER);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return RecordEvent(event, stream, flags, LOCKSTEP_CALLER);
}

// An event that was never recorded counts as complete.
cudaError_t cudaEventQuery(cudaEvent_t event) { return WithEvent(event, Completed); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return WithEvent(event, Completed); }

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) {
    if (!ms) return cudaErrorInvalidValue;
    for (cudaEvent_t event : {start, end}) {
      if (!IsEvent(event) || event->flags & cudaEventDisableTiming || !event->recorded) {
        return cudaErrorInvalidResourceHandle;
      }
      if (event->capture) return cudaErrorCapturedEvent;
    }
    for (cudaEvent_t event : {start, end}) launch::TellHost(&machine::HostObserver::AsksForTime, event, caller);
    session.Note(trace::Modelled::kEventTimes);
    *ms = std::chrono::duration<float, std::milli>(*end->recorded - *start->recorded).count();
    return cudaSuccess;
  });
}
