// Memory management: copies between linear memory, 1D to 3D, and between arrays and linear memory.

#include <algorithm>

#include "sim/api/arrays.h"
#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/streams.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

namespace {

cudaError_t Copy(const machine::CopyOperation& copy, cudaStream_t stream, machine::Caller caller) {
  return Call([&](Session&) { return Submit(stream, copy, caller); });
}

cudaError_t CopyLinear(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                       machine::Caller caller) {
  return Copy(LinearCopy(to, from, bytes, kind), stream, caller);
}

struct Rows {
  std::size_t width, height;  // bytes, rows
};

cudaError_t CopyRows(cudaPitchedPtr to, cudaPitchedPtr from, Rows rows, cudaMemcpyKind kind, cudaStream_t stream,
                     machine::Caller caller) {
  machine::CopyOperation copy;
  copy.parms.dstPtr = to;
  copy.parms.srcPtr = from;
  copy.parms.extent = {rows.width, rows.height, 1};
  copy.parms.kind = kind;
  copy.form = machine::CopyForm::kRows;
  if (rows.width && rows.height && (rows.width > to.pitch || rows.width > from.pitch)) {
    launch::TellHost(&machine::HostObserver::RefusesCopy, copy, cudaErrorInvalidPitchValue, caller);
    return Call([](Session&) { return cudaErrorInvalidPitchValue; });
  }
  return Copy(copy, stream, caller);
}

// A rectangle of an array, with offsets and width in bytes as in the calls for 2D arrays.
struct ArrayRows {
  cudaArray_const_t array;
  std::size_t x, y;
};

bool WholeElements(cudaArray_const_t array, std::size_t bytes) { return bytes % array->element == 0; }

// A copy between an array (or two) and memory. Offsets in bytes are converted to elements.
cudaError_t CopyArrayRows(const ArrayRows* to, const ArrayRows* from, cudaPitchedPtr memory, Rows rows,
                          cudaMemcpyKind kind, cudaStream_t stream, machine::Caller caller) {
  return Call([&](Session&) -> cudaError_t {
    machine::CopyOperation copy;
    for (const ArrayRows* side : {to, from}) {
      if (!side) continue;
      if (!Arrays().Knows(side->array)) return cudaErrorInvalidResourceHandle;
      if (!WholeElements(side->array, side->x) || !WholeElements(side->array, rows.width)) return cudaErrorInvalidValue;
    }
    const std::size_t element = (to ? to : from)->array->element;
    if (rows.height > 1 && memory.ptr && memory.pitch < rows.width) return cudaErrorInvalidPitchValue;
    if (to) {
      copy.parms.dstArray = const_cast<cudaArray_t>(to->array);
      copy.parms.dstPos = {to->x / element, to->y, 0};
    } else {
      copy.parms.dstPtr = memory;
    }
    if (from) {
      copy.parms.srcArray = const_cast<cudaArray_t>(from->array);
      copy.parms.srcPos = {from->x / from->array->element, from->y, 0};
    } else {
      copy.parms.srcPtr = memory;
    }
    copy.parms.extent = {rows.width / element, rows.height, 1};
    copy.parms.kind = kind;
    return Submit(stream, copy, caller);
  });
}

// A copy between linear memory and `bytes` consecutive bytes of an array, row after row: the deprecated
// cudaMemcpyToArray and related functions. At most three rectangles: the rest of a row, whole rows, the start of a row.
template <class CopyPart>
cudaError_t ForEachPart(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t bytes, CopyPart&& part) {
  if (!Arrays().Knows(array)) return Remember(cudaErrorInvalidResourceHandle);
  const std::size_t row = array->pitch;
  std::size_t done = 0;
  while (done < bytes) {
    const std::size_t left = bytes - done;
    const std::size_t width = x || left < row ? std::min(left, row - x) : row;
    const std::size_t height = width == row ? left / row : 1;
    if (x >= row) return Remember(cudaErrorInvalidValue);
    if (const cudaError_t error = part(ArrayRows{array, x, y}, done, Rows{width, height})) return error;
    done += width * height;
    x = 0;
    y += height;
  }
  return cudaSuccess;
}

cudaError_t ToArray(cudaArray_t dst, std::size_t x, std::size_t y, const void* src, std::size_t count,
                    cudaMemcpyKind kind, cudaStream_t stream, machine::Caller caller) {
  return ForEachPart(dst, x, y, count, [&](ArrayRows to, std::size_t done, Rows rows) {
    char* from = static_cast<char*>(const_cast<void*>(src)) + done;
    return CopyArrayRows(&to, nullptr, {from, rows.width, rows.width, rows.height}, rows, kind, stream, caller);
  });
}

cudaError_t FromArray(void* dst, cudaArray_const_t src, std::size_t x, std::size_t y, std::size_t count,
                      cudaMemcpyKind kind, cudaStream_t stream, machine::Caller caller) {
  return ForEachPart(src, x, y, count, [&](ArrayRows from, std::size_t done, Rows rows) {
    char* to = static_cast<char*>(dst) + done;
    return CopyArrayRows(nullptr, &from, {to, rows.width, rows.width, rows.height}, rows, kind, stream, caller);
  });
}

cudaError_t Copy3D(const cudaMemcpy3DParms* p, cudaStream_t stream, machine::Caller caller) {
  if (!p) return Remember(cudaErrorInvalidValue);
  return Copy(machine::CopyOperation{*p}, stream, caller);
}

cudaError_t Copy3DPeer(const cudaMemcpy3DPeerParms* p, cudaStream_t stream, machine::Caller caller) {
  if (!p) return Remember(cudaErrorInvalidValue);
  if (p->srcDevice != 0 || p->dstDevice != 0) return Remember(cudaErrorInvalidDevice);
  machine::CopyOperation copy{{.srcArray = p->srcArray,
                               .srcPos = p->srcPos,
                               .srcPtr = p->srcPtr,
                               .dstArray = p->dstArray,
                               .dstPos = p->dstPos,
                               .dstPtr = p->dstPtr,
                               .extent = p->extent,
                               .kind = cudaMemcpyDeviceToDevice}};
  return Copy(copy, stream, caller);
}

// The calls without `Async` return after the copy.
cudaError_t Waited(cudaError_t error) {
  launch::TellHost(&machine::HostObserver::HostWaits, 0);
  return error;
}

void* Writable(const void* pointer) { return const_cast<void*>(pointer); }

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return Waited(CopyLinear(dst, src, count, kind, nullptr, LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return CopyLinear(dst, src, count, kind, stream, LOCKSTEP_CALLER);
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  if (dstDevice != 0 || srcDevice != 0) return Remember(cudaErrorInvalidDevice);
  return Waited(CopyLinear(dst, src, count, cudaMemcpyDeviceToDevice, nullptr, LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t stream) {
  if (dstDevice != 0 || srcDevice != 0) return Remember(cudaErrorInvalidDevice);
  return CopyLinear(dst, src, count, cudaMemcpyDeviceToDevice, stream, LOCKSTEP_CALLER);
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return Waited(CopyRows({dst, dpitch, width, height}, {Writable(src), spitch, width, height}, {width, height}, kind,
                         nullptr, LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return CopyRows({dst, dpitch, width, height}, {Writable(src), spitch, width, height}, {width, height}, kind, stream,
                  LOCKSTEP_CALLER);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return Waited(Copy3D(p, nullptr, LOCKSTEP_CALLER)); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return Copy3D(p, stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) { return Waited(Copy3DPeer(p, nullptr, LOCKSTEP_CALLER)); }
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return Copy3DPeer(p, stream, LOCKSTEP_CALLER);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  const ArrayRows to{dst, wOffset, hOffset};
  return Waited(CopyArrayRows(&to, nullptr, {Writable(src), spitch, width, height}, {width, height}, kind, nullptr,
                              LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const ArrayRows to{dst, wOffset, hOffset};
  return CopyArrayRows(&to, nullptr, {Writable(src), spitch, width, height}, {width, height}, kind, stream,
                       LOCKSTEP_CALLER);
}
cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
  const ArrayRows from{src, wOffset, hOffset};
  return Waited(
      CopyArrayRows(nullptr, &from, {dst, dpitch, width, height}, {width, height}, kind, nullptr, LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                       size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const ArrayRows from{src, wOffset, hOffset};
  return CopyArrayRows(nullptr, &from, {dst, dpitch, width, height}, {width, height}, kind, stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                     size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  const ArrayRows to{dst, wOffsetDst, hOffsetDst}, from{src, wOffsetSrc, hOffsetSrc};
  return Waited(CopyArrayRows(&to, &from, {}, {width, height}, kind, nullptr, LOCKSTEP_CALLER));
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                              cudaMemcpyKind kind) {
  return Waited(ToArray(dst, wOffset, hOffset, src, count, kind, nullptr, LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return ToArray(dst, wOffset, hOffset, src, count, kind, stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                cudaMemcpyKind kind) {
  return Waited(FromArray(dst, src, wOffset, hOffset, count, kind, nullptr, LOCKSTEP_CALLER));
}
cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return FromArray(dst, src, wOffset, hOffset, count, kind, stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                   size_t wOffsetSrc, size_t hOffsetSrc, size_t count, cudaMemcpyKind kind) {
  machine::Caller caller = LOCKSTEP_CALLER;
  if (!Arrays().Knows(src)) return Remember(cudaErrorInvalidResourceHandle);
  char* from = const_cast<cudaArray_t>(src)->Element(0, 0, 0) + hOffsetSrc * src->pitch + wOffsetSrc;
  const std::size_t size = src->slice * src->Size().depth;
  const std::size_t begin = hOffsetSrc * src->pitch + wOffsetSrc;
  if (begin > size || count > size - begin) return Remember(cudaErrorInvalidValue);
  return Waited(ToArray(dst, wOffsetDst, hOffsetDst, from, count, kind, nullptr, caller));
}

cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* sizes, size_t count,
                                 cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, cudaStream_t stream) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    // The default stream is not allowed here, and each attribute must have the index of the first copy that it applies
    // to.
    if (!dsts || !srcs || !sizes || !count || !stream || numAttrs > count) return cudaErrorInvalidValue;
    if (numAttrs && (!attrs || !attrsIdxs || attrsIdxs[0] != 0)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const machine::CopyOperation copy = LinearCopy(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault);
      if (const cudaError_t error = Submit(stream, copy, caller)) return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy3DBatchAsync(size_t, cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t) {
  return Remember(cudaErrorNotSupported);
}
