// Stream management, except capture (capture.cpp).

#include "sim/api/streams.h"

#include <algorithm>
#include <atomic>

#include "shared/trace/modelled.h"
#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/destroyed.h"
#include "sim/api/graph.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

Handles<CUstream_st>& Streams() {
  static auto* streams = new Handles<CUstream_st>;
  return *streams;
}

CUstream_st* FindStream(cudaStream_t handle, const void* caller) {
  static auto* default_stream = new CUstream_st;
  if (handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread) return default_stream;
  if (Streams().Knows(handle)) return handle;
  NoteRefusedHandle(handle, caller);
  return nullptr;
}

namespace {

// Priorities as on current GPUs: 0 is the lowest, -5 the highest. They have no effect, because streams never compete.
constexpr int kLeastPriority = 0, kGreatestPriority = -5;

// Runs `body(CUstream_st&)` on a known stream.
template <class Body>
cudaError_t WithStream(cudaStream_t handle, Body&& body) {
  return Call([&](Session&) -> cudaError_t {
    CUstream_st* stream = FindStream(handle);
    return stream ? body(*stream) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t CreateStream(cudaStream_t* out, unsigned flags, int priority) {
  return Call([&](Session& session) -> cudaError_t {
    if (!out || flags & ~unsigned(cudaStreamNonBlocking)) return cudaErrorInvalidValue;
    static std::atomic<std::uint64_t> next_id{1};
    auto stream = std::make_unique<CUstream_st>();
    stream->id = next_id++;
    stream->flags = flags;
    stream->priority = std::clamp(priority, kGreatestPriority, kLeastPriority);
    launch::TellHost(&machine::HostObserver::MakesStream, stream->id, !(flags & cudaStreamNonBlocking));
    session.Note(trace::Modelled::kStreams);
    *out = Streams().Add(std::move(stream));
    return cudaSuccess;
  });
}

// A wait for work that is being captured would never end.
cudaError_t RefuseOnCapture(CUstream_st& stream) {
  if (!stream.capture) return cudaSuccess;
  stream.capture->invalidated = true;
  return cudaErrorStreamCaptureUnsupported;
}

// All work of the stream has already been done.
cudaError_t WaitFor(CUstream_st& stream) {
  if (const cudaError_t error = RefuseOnCapture(stream)) return error;
  launch::TellHost(&machine::HostObserver::HostWaits, stream.id);
  return cudaSuccess;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return CreateStream(pStream, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned flags) { return CreateStream(pStream, flags, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned flags, int priority) {
  return CreateStream(pStream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    std::unique_ptr<CUstream_st> removed = Streams().Remove(stream);
    if (!removed) {
      NoteRefusedHandle(stream, caller);
      return cudaErrorInvalidResourceHandle;
    }
    launch::TellHost(&machine::HostObserver::DestroysStream, removed->id);
    NoteDestroyed(std::move(removed), "a stream", caller);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return Call([&](Session&) {
    if (leastPriority) *leastPriority = kLeastPriority;
    if (greatestPriority) *greatestPriority = kGreatestPriority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  return WithStream(hStream, [&](CUstream_st& stream) {
    if (!priority) return cudaErrorInvalidValue;
    *priority = stream.priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned* flags) {
  return WithStream(hStream, [&](CUstream_st& stream) {
    if (!flags) return cudaErrorInvalidValue;
    *flags = stream.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  return WithStream(hStream, [&](CUstream_st& stream) {
    if (!streamId) return cudaErrorInvalidValue;
    *streamId = stream.id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
  return WithStream(hStream, [&](CUstream_st&) {
    if (!device) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return WithStream(stream, WaitFor); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return WithStream(stream, WaitFor); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return WithStream(stream, [&](CUstream_st& s) -> cudaError_t {
    if (!IsEvent(event)) return cudaErrorInvalidResourceHandle;
    if (flags & ~unsigned(cudaEventWaitExternal)) return cudaErrorInvalidValue;
    if (event->capture && !(flags & cudaEventWaitExternal)) return JoinCapture(s, *event);
    if (!s.capture) {
      launch::TellHost(&machine::HostObserver::StreamWaits, s.id, event);
      return cudaSuccess;
    }
    if (flags & cudaEventWaitExternal) return CaptureOperation(s, WaitEventOperation{event});
    // An event from outside the capture cannot be waited for inside it.
    s.capture->invalidated = true;
    return event->recorded ? cudaErrorStreamCaptureIsolation : cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData, unsigned flags) {
  return WithStream(stream, [&](CUstream_st& s) -> cudaError_t {
    if (!callback || flags) return cudaErrorInvalidValue;
    if (const cudaError_t error = RefuseOnCapture(s)) return error;
    launch::TellHost(&machine::HostObserver::HostWaits, s.id);
    callback(stream, cudaSuccess, userData);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t, unsigned flags) {
  return WithStream(stream, [&](CUstream_st&) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle) {
      return cudaErrorInvalidValue;
    }
    return Locate(devPtr).kind == machine::LocationKind::kManaged ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr, cudaStreamAttrValue* value_out) {
  return WithStream(hStream, [&](CUstream_st& stream) {
    if (!value_out) return cudaErrorInvalidValue;
    switch (attr) {
      case cudaStreamAttributeAccessPolicyWindow: *value_out = stream.access_policy; return cudaSuccess;
      case cudaStreamAttributeSynchronizationPolicy: value_out->syncPolicy = stream.synchronization; return cudaSuccess;
      case cudaStreamAttributePriority: value_out->priority = stream.priority; return cudaSuccess;
      default: return cudaErrorNotSupported;
    }
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr, const cudaStreamAttrValue* value) {
  return WithStream(hStream, [&](CUstream_st& stream) {
    if (!value) return cudaErrorInvalidValue;
    switch (attr) {
      case cudaStreamAttributeAccessPolicyWindow: stream.access_policy = *value; return cudaSuccess;
      case cudaStreamAttributeSynchronizationPolicy: stream.synchronization = value->syncPolicy; return cudaSuccess;
      case cudaStreamAttributePriority: stream.priority = value->priority; return cudaSuccess;
      default: return cudaErrorNotSupported;
    }
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  return WithStream(src, [&](CUstream_st& from) {
    CUstream_st* to = FindStream(dst);
    if (!to) return cudaErrorInvalidResourceHandle;
    to->access_policy = from.access_policy;
    to->synchronization = from.synchronization;
    return cudaSuccess;
  });
}
