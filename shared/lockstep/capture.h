// Captures what a CUDA program copies back from a GPU. It needs only nvcc and this folder:
//
//   nvcc -include lockstep/capture.h -I FOLDER_ABOVE_THIS_ONE program.cu -o program
//   LOCKSTEP_CAPTURE=program.lscap ./program
//   lockstep compare program.lscap other.lscap      # here or on any other machine
//
// Every copy from device to host (cudaMemcpy, ...Async, 2D, 3D, ...FromSymbol, ...FromArray) and every LOCKSTEP_PUBLISH
// is written to the file in the order of the calls. The program's behaviour is unchanged; without LOCKSTEP_CAPTURE in
// the environment nothing is written. An asynchronous copy is captured by a host function that runs after it in its
// stream, so no additional waiting is introduced.
//
// Under Lockstep the runtime does the capturing, and this header only passes names and types to it.
//
// Limits: copies that the program makes through a function pointer, through the driver API, or inside a library
// compiled without this header are not captured, nor are reads of managed memory: publish those arrays.
#ifndef LOCKSTEP_CAPTURE_H
#define LOCKSTEP_CAPTURE_H

#include <cuda_runtime.h>

#include "publish.h"

// Host code only: nvcc's device pass parses host code but generates nothing from it, and device code may call these
// functions as well (dynamic parallelism).
#ifndef __CUDA_ARCH__

#include "captured_array.h"

#ifdef __LOCKSTEP__

extern "C" {
// In Lockstep's runtime: describes the next copy from device to host on this host thread; null: no description.
void __lockstep_announce_copy(const lockstep_array* array) __attribute__((weak));
// After this call, copies that are not announced are not captured, so that the simulator captures what a GPU would.
void __lockstep_announces_copies() __attribute__((weak));
}

namespace lockstep_capture {

struct AnnouncesCopies {
  AnnouncesCopies() {
    if (__lockstep_announces_copies != nullptr) __lockstep_announces_copies();
  }
};
static const AnnouncesCopies announces_copies;

// Announces a copy for the duration of its scope.
struct Announcement {
  explicit Announcement(const OwnedArray& owned) {
    if (__lockstep_announce_copy != nullptr) __lockstep_announce_copy(&owned.array);
  }
  ~Announcement() {
    if (__lockstep_announce_copy != nullptr) __lockstep_announce_copy(nullptr);
  }
};

template <class D, class S, class Copy>
cudaError_t Captured(const Call& call, D* to, const S*, unsigned long long size, cudaMemcpyKind, Copy copy) {
  const OwnedArray owned = Describe<D, S>(call, to, size);
  Announcement announcement(owned);
  return copy();
}
template <class D, class S, class Copy>
cudaError_t CapturedAsync(const Call& call, D* to, const S* from, unsigned long long size, cudaMemcpyKind kind,
                          cudaStream_t, Copy copy) {
  return Captured(call, to, from, size, kind, copy);
}
// Rows of `width` bytes, `pitch` apart.
template <class D, class S, class Copy>
cudaError_t CapturedRows(const Call& call, D* to, const S*, unsigned long long, unsigned long long width,
                         unsigned long long height, cudaMemcpyKind, Copy copy) {
  OwnedArray owned = DescribeRow<D, S>(call, to, width);
  owned.array.rank = 2;
  owned.shape[1] = owned.shape[0];
  owned.shape[0] = height;
  Announcement announcement(owned);
  return copy();
}
template <class D, class S, class Copy>
cudaError_t CapturedRowsAsync(const Call& call, D* to, const S* from, unsigned long long pitch,
                              unsigned long long width, unsigned long long height, cudaMemcpyKind kind, cudaStream_t,
                              Copy copy) {
  return CapturedRows(call, to, from, pitch, width, height, kind, copy);
}
template <class Copy>
cudaError_t CapturedBox(const Call& call, const cudaMemcpy3DParms*, Copy copy) {
  const OwnedArray owned = DescribeRow<void, void>(call, nullptr, 0);
  Announcement announcement(owned);
  return copy();
}

}  // namespace lockstep_capture

#else

#include "capture_on_gpu.h"

#endif  // __LOCKSTEP__

// The wrapped functions, each with two overloads: one that deduces the type of the cells, and one for arguments that
// only convert to pointers. They are in the global namespace, so that `::cudaMemcpy(...)` finds them too, and have the
// parameter types of CUDA, so that a literal 0 is still a stream.

template <class D, class S>
inline cudaError_t lockstep_capture_Memcpy(const lockstep_capture::Call& call, D* to, const S* from, size_t size,
                                           cudaMemcpyKind kind) {
  return lockstep_capture::Captured(call, to, from, size, kind, [&] { return cudaMemcpy(to, from, size, kind); });
}
inline cudaError_t lockstep_capture_Memcpy(const lockstep_capture::Call& call, void* to, const void* from, size_t size,
                                           cudaMemcpyKind kind) {
  return lockstep_capture::Captured(call, to, from, size, kind, [&] { return cudaMemcpy(to, from, size, kind); });
}

template <class D, class S>
inline cudaError_t lockstep_capture_MemcpyAsync(const lockstep_capture::Call& call, D* to, const S* from, size_t size,
                                                cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return lockstep_capture::CapturedAsync(call, to, from, size, kind, stream,
                                         [&] { return cudaMemcpyAsync(to, from, size, kind, stream); });
}
inline cudaError_t lockstep_capture_MemcpyAsync(const lockstep_capture::Call& call, void* to, const void* from,
                                                size_t size, cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return lockstep_capture::CapturedAsync(call, to, from, size, kind, stream,
                                         [&] { return cudaMemcpyAsync(to, from, size, kind, stream); });
}

template <class D, class S>
inline cudaError_t lockstep_capture_Memcpy2D(const lockstep_capture::Call& call, D* to, size_t pitch, const S* from,
                                             size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return lockstep_capture::CapturedRows(call, to, from, pitch, width, height, kind,
                                        [&] { return cudaMemcpy2D(to, pitch, from, from_pitch, width, height, kind); });
}
inline cudaError_t lockstep_capture_Memcpy2D(const lockstep_capture::Call& call, void* to, size_t pitch,
                                             const void* from, size_t from_pitch, size_t width, size_t height,
                                             cudaMemcpyKind kind) {
  return lockstep_capture::CapturedRows(call, to, from, pitch, width, height, kind,
                                        [&] { return cudaMemcpy2D(to, pitch, from, from_pitch, width, height, kind); });
}

template <class D, class S>
inline cudaError_t lockstep_capture_Memcpy2DAsync(const lockstep_capture::Call& call, D* to, size_t pitch,
                                                  const S* from, size_t from_pitch, size_t width, size_t height,
                                                  cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return lockstep_capture::CapturedRowsAsync(call, to, from, pitch, width, height, kind, stream, [&] {
    return cudaMemcpy2DAsync(to, pitch, from, from_pitch, width, height, kind, stream);
  });
}
inline cudaError_t lockstep_capture_Memcpy2DAsync(const lockstep_capture::Call& call, void* to, size_t pitch,
                                                  const void* from, size_t from_pitch, size_t width, size_t height,
                                                  cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return lockstep_capture::CapturedRowsAsync(call, to, from, pitch, width, height, kind, stream, [&] {
    return cudaMemcpy2DAsync(to, pitch, from, from_pitch, width, height, kind, stream);
  });
}

// A CUDA array is device memory, whatever the kind says.
template <class D>
inline cudaError_t lockstep_capture_Memcpy2DFromArray(const lockstep_capture::Call& call, D* to, size_t pitch,
                                                      cudaArray_const_t from, size_t x, size_t y, size_t width,
                                                      size_t height, cudaMemcpyKind kind) {
  return lockstep_capture::CapturedRows(call, to, static_cast<const void*>(nullptr), pitch, width, height, kind, [&] {
    return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
  });
}
template <class D>
inline cudaError_t lockstep_capture_Memcpy2DFromArrayAsync(const lockstep_capture::Call& call, D* to, size_t pitch,
                                                           cudaArray_const_t from, size_t x, size_t y, size_t width,
                                                           size_t height, cudaMemcpyKind kind,
                                                           cudaStream_t stream = 0) {
  return lockstep_capture::CapturedRowsAsync(
      call, to, static_cast<const void*>(nullptr), pitch, width, height, kind, stream,
      [&] { return cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, width, height, kind, stream); });
}

inline cudaError_t lockstep_capture_Memcpy3D(const lockstep_capture::Call& call, const cudaMemcpy3DParms* parameters) {
  return lockstep_capture::CapturedBox(call, parameters, [&] { return cudaMemcpy3D(parameters); });
}

template <class D, class Symbol>
inline cudaError_t lockstep_capture_MemcpyFromSymbol(const lockstep_capture::Call& call, D* to, const Symbol& symbol,
                                                     size_t size, size_t offset = 0,
                                                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return lockstep_capture::Captured(call, to,
                                    static_cast<const typename std::remove_all_extents<Symbol>::type*>(nullptr), size,
                                    kind, [&] { return cudaMemcpyFromSymbol(to, symbol, size, offset, kind); });
}
template <class D, class Symbol>
inline cudaError_t lockstep_capture_MemcpyFromSymbolAsync(const lockstep_capture::Call& call, D* to,
                                                          const Symbol& symbol, size_t size, size_t offset,
                                                          cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return lockstep_capture::CapturedAsync(
      call, to, static_cast<const typename std::remove_all_extents<Symbol>::type*>(nullptr), size, kind, stream,
      [&] { return cudaMemcpyFromSymbolAsync(to, symbol, size, offset, kind, stream); });
}

#ifndef __LOCKSTEP__
// Weak, so that several files of a program may define it.
extern "C" __attribute__((weak)) void __lockstep_publish(const lockstep_array* array) {
  lockstep_capture::CapturePublished(*array);
}
#endif

// Only calls are wrapped: the name of a function without parentheses is not replaced. With nvcc's per-thread default
// stream these names are already macros, so the plain names are then taken from elsewhere.
#ifdef cudaMemcpy
#define LOCKSTEP_CAPTURE_KEEP(function)                                 \
  namespace lockstep_capture {                                          \
  __attribute__((unused)) static auto& Real##function = cuda##function; \
  }
LOCKSTEP_CAPTURE_KEEP(Memcpy)
LOCKSTEP_CAPTURE_KEEP(Memcpy2D)
LOCKSTEP_CAPTURE_KEEP(Memcpy2DFromArray)
LOCKSTEP_CAPTURE_KEEP(Memcpy3D)
#undef cudaMemcpy
#undef cudaMemcpy2D
#undef cudaMemcpy2DFromArray
#undef cudaMemcpy3D
__attribute__((unused)) static auto& cudaMemcpy = lockstep_capture::RealMemcpy;
__attribute__((unused)) static auto& cudaMemcpy2D = lockstep_capture::RealMemcpy2D;
__attribute__((unused)) static auto& cudaMemcpy2DFromArray = lockstep_capture::RealMemcpy2DFromArray;
__attribute__((unused)) static auto& cudaMemcpy3D = lockstep_capture::RealMemcpy3D;
#endif
#ifdef cudaMemcpyAsync
LOCKSTEP_CAPTURE_KEEP(MemcpyAsync)
LOCKSTEP_CAPTURE_KEEP(Memcpy2DAsync)
LOCKSTEP_CAPTURE_KEEP(Memcpy2DFromArrayAsync)
#undef cudaMemcpyAsync
#undef cudaMemcpy2DAsync
#undef cudaMemcpy2DFromArrayAsync
__attribute__((unused)) static auto& cudaMemcpyAsync = lockstep_capture::RealMemcpyAsync;
__attribute__((unused)) static auto& cudaMemcpy2DAsync = lockstep_capture::RealMemcpy2DAsync;
__attribute__((unused)) static auto& cudaMemcpy2DFromArrayAsync = lockstep_capture::RealMemcpy2DFromArrayAsync;
#endif
#undef cudaMemcpyFromSymbol
#undef cudaMemcpyFromSymbolAsync
#define LOCKSTEP_CAPTURE_CALL(function, ...) \
  lockstep_capture_##function(::lockstep_capture::Call{__FILE__, __LINE__, #__VA_ARGS__}, __VA_ARGS__)
#define cudaMemcpy(...) LOCKSTEP_CAPTURE_CALL(Memcpy, __VA_ARGS__)
#define cudaMemcpyAsync(...) LOCKSTEP_CAPTURE_CALL(MemcpyAsync, __VA_ARGS__)
#define cudaMemcpy2D(...) LOCKSTEP_CAPTURE_CALL(Memcpy2D, __VA_ARGS__)
#define cudaMemcpy2DAsync(...) LOCKSTEP_CAPTURE_CALL(Memcpy2DAsync, __VA_ARGS__)
#define cudaMemcpy2DFromArray(...) LOCKSTEP_CAPTURE_CALL(Memcpy2DFromArray, __VA_ARGS__)
#define cudaMemcpy2DFromArrayAsync(...) LOCKSTEP_CAPTURE_CALL(Memcpy2DFromArrayAsync, __VA_ARGS__)
#define cudaMemcpy3D(...) LOCKSTEP_CAPTURE_CALL(Memcpy3D, __VA_ARGS__)
#define cudaMemcpyFromSymbol(...) LOCKSTEP_CAPTURE_CALL(MemcpyFromSymbol, __VA_ARGS__)
#define cudaMemcpyFromSymbolAsync(...) LOCKSTEP_CAPTURE_CALL(MemcpyFromSymbolAsync, __VA_ARGS__)

#endif  // host code of a CUDA program

#endif  // LOCKSTEP_CAPTURE_H
