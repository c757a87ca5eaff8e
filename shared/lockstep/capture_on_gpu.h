// The part of capture.h for a real GPU: copies the bytes that a call brings to the host into the capture file.
#ifndef LOCKSTEP_CAPTURE_ON_GPU_H
#define LOCKSTEP_CAPTURE_ON_GPU_H

#include <cuda_runtime.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <type_traits>
#include <vector>

#include "captured_array.h"

namespace lockstep_capture {

// The program's capture file. It lives until the process ends, because static objects may copy in their destructors.
class Session {
 public:
  static Session& Get() {
    static Session* const session = new Session;
    return *session;
  }

  bool on() const { return path_ != nullptr; }
  std::uint64_t NextOrder() { return order_++; }

  void Add(const lockstep_array& array, std::uint64_t order, Way way) {
    if (IsEmpty(array)) return;
    std::lock_guard<std::mutex> lock(mutex_);
    if (finished_) return;
    if (!file_.is_open() && !file_.Open(path_, side_)) return Complain();
    if (!file_.Add(array, order, way)) Complain();
  }

 private:
  Session() {
    const char* path = std::getenv("LOCKSTEP_CAPTURE");
    if (path == nullptr || *path == '\0') return;
    path_ = path;
    int device = 0;
    cudaDeviceProp properties = {};
    if (cudaGetDevice(&device) == cudaSuccess && cudaGetDeviceProperties(&properties, device) == cudaSuccess) {
      std::memcpy(side_, properties.name, sizeof side_ - 1);
    }
    std::atexit([] { Get().Finish(); });
  }

  void Finish() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (finished_) return;
    finished_ = true;
    // A program that copied nothing back leaves a file without captures.
    if (!file_.is_open() && !file_.Open(path_, side_)) return Complain();
    if (!file_.Finish()) Complain();
  }

  void Complain() {
    finished_ = true;
    std::fprintf(stderr, "lockstep: cannot write captures to `%s`: %s\n", path_, std::strerror(errno));
  }

  const char* path_ = nullptr;
  char side_[256] = "GPU";
  std::mutex mutex_;
  FileWriter file_;
  bool finished_ = false;
  std::atomic<std::uint64_t> order_{0};
};

inline bool IsDeviceMemory(const void* pointer) {
  cudaPointerAttributes attributes = {};
  return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess && attributes.type == cudaMemoryTypeDevice;
}

// `from` is null for symbols and CUDA arrays, which are always device memory.
inline bool BringsToHost(cudaMemcpyKind kind, const void* to, const void* from) {
  if (kind == cudaMemcpyDeviceToHost) return true;
  return kind == cudaMemcpyDefault && !IsDeviceMemory(to) && (from == nullptr || IsDeviceMemory(from));
}

// Cells that are not contiguous in the program's memory, to be copied together.
struct Gathered {
  OwnedArray owned;
  unsigned long long pitch = 0, width = 0, rows = 0;  // bytes, bytes, count
  unsigned long long slices = 1, slice_pitch = 0;     // count, bytes

  void AddTo(Session& session, std::uint64_t order) {
    std::vector<char> bytes;
    bytes.reserve(width * rows * slices);
    for (unsigned long long slice = 0; slice < slices; ++slice) {
      for (unsigned long long row = 0; row < rows; ++row) {
        const char* from = static_cast<const char*>(owned.array.data) + slice * slice_pitch + row * pitch;
        bytes.insert(bytes.end(), from, from + width);
      }
    }
    lockstep_array array = owned.array;
    array.data = bytes.data();
    session.Add(array, order, kCopied);
  }
};

// Captures after all earlier work in the stream. In a graph it runs, and captures, with every launch.
inline void CaptureAfter(cudaStream_t stream, const Gathered& gathered) {
  struct Waiting {
    Gathered gathered;
    bool in_graph;
    std::uint64_t order;
  };
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) return;
  const bool in_graph = status == cudaStreamCaptureStatusActive;
  auto* waiting = new Waiting{gathered, in_graph, in_graph ? 0 : Session::Get().NextOrder()};
  const cudaError_t error = cudaLaunchHostFunc(
      stream,
      [](void* data) {
        auto* waiting = static_cast<Waiting*>(data);
        Session& session = Session::Get();
        waiting->gathered.AddTo(session, waiting->in_graph ? session.NextOrder() : waiting->order);
        if (!waiting->in_graph) delete waiting;
      },
      waiting);
  if (error != cudaSuccess) delete waiting;
}

template <class D, class S>
Gathered Row(const Call& call, D* to, const S*, unsigned long long size) {
  Gathered gathered;
  gathered.owned = Describe<D, S>(call, to, size);
  gathered.width = size;
  gathered.rows = 1;
  return gathered;
}

template <class D, class S>
Gathered Rows(const Call& call, D* to, const S* from, unsigned long long pitch, unsigned long long width,
              unsigned long long height) {
  Gathered gathered = Row(call, to, from, width);
  gathered.owned = DescribeRow<D, S>(call, to, width);
  gathered.owned.array.rank = 2;
  gathered.owned.shape[1] = gathered.owned.shape[0];
  gathered.owned.shape[0] = height;
  gathered.pitch = pitch;
  gathered.rows = height;
  return gathered;
}

template <class D, class S, class Copy>
cudaError_t Captured(const Call& call, D* to, const S* from, unsigned long long size, cudaMemcpyKind kind, Copy copy) {
  const cudaError_t error = copy();
  Session& session = Session::Get();
  if (!session.on() || error != cudaSuccess || !BringsToHost(kind, to, from)) return error;
  session.Add(Describe<D, S>(call, to, size).array, session.NextOrder(), kCopied);
  return error;
}

template <class D, class S, class Copy>
cudaError_t CapturedAsync(const Call& call, D* to, const S* from, unsigned long long size, cudaMemcpyKind kind,
                          cudaStream_t stream, Copy copy) {
  const cudaError_t error = copy();
  if (!Session::Get().on() || error != cudaSuccess || !BringsToHost(kind, to, from)) return error;
  CaptureAfter(stream, Row(call, to, from, size));
  return error;
}

template <class D, class S, class Copy>
cudaError_t CapturedRows(const Call& call, D* to, const S* from, unsigned long long pitch, unsigned long long width,
                         unsigned long long height, cudaMemcpyKind kind, Copy copy) {
  const cudaError_t error = copy();
  Session& session = Session::Get();
  if (!session.on() || error != cudaSuccess || !BringsToHost(kind, to, from)) return error;
  Rows(call, to, from, pitch, width, height).AddTo(session, session.NextOrder());
  return error;
}

template <class D, class S, class Copy>
cudaError_t CapturedRowsAsync(const Call& call, D* to, const S* from, unsigned long long pitch,
                              unsigned long long width, unsigned long long height, cudaMemcpyKind kind,
                              cudaStream_t stream, Copy copy) {
  const cudaError_t error = copy();
  if (!Session::Get().on() || error != cudaSuccess || !BringsToHost(kind, to, from)) return error;
  CaptureAfter(stream, Rows(call, to, from, pitch, width, height));
  return error;
}

// cudaMemcpy3D counts the extent's width in cells if a CUDA array takes part, and in bytes otherwise.
inline bool DescribeBox(const Call& call, const cudaMemcpy3DParms* copy, Gathered& gathered) {
  if (copy->dstArray != nullptr || copy->dstPtr.ptr == nullptr) return false;
  if (copy->srcArray == nullptr && !BringsToHost(copy->kind, copy->dstPtr.ptr, copy->srcPtr.ptr)) return false;
  unsigned long long cell = 1;
  if (copy->srcArray != nullptr) {
    cudaChannelFormatDesc format = {};
    if (cudaArrayGetInfo(&format, nullptr, nullptr, copy->srcArray) != cudaSuccess) return false;
    cell = static_cast<unsigned long long>(format.x + format.y + format.z + format.w) / 8;
  }
  const cudaPitchedPtr& to = copy->dstPtr;
  gathered.width = copy->extent.width * cell;
  gathered.rows = copy->extent.height;
  gathered.slices = copy->extent.depth;
  gathered.pitch = to.pitch;
  gathered.slice_pitch = to.pitch * to.ysize;
  const char* start = static_cast<const char*>(to.ptr) + copy->dstPos.z * gathered.slice_pitch +
                      copy->dstPos.y * gathered.pitch + copy->dstPos.x * cell;
  gathered.owned = DescribeRow<void, void>(call, start, gathered.width);
  gathered.owned.array.rank = 3;
  gathered.owned.shape[0] = gathered.slices;
  gathered.owned.shape[1] = gathered.rows;
  gathered.owned.shape[2] = gathered.width;
  return true;
}

template <class Copy>
cudaError_t CapturedBox(const Call& call, const cudaMemcpy3DParms* parameters, Copy copy) {
  const cudaError_t error = copy();
  Session& session = Session::Get();
  Gathered gathered;
  if (!session.on() || error != cudaSuccess || !DescribeBox(call, parameters, gathered)) return error;
  gathered.AddTo(session, session.NextOrder());
  return error;
}

inline void CapturePublished(const lockstep_array& array) {
  Session& session = Session::Get();
  if (!session.on() || array.data == nullptr) return;
  if (!IsDeviceMemory(array.data)) return session.Add(array, session.NextOrder(), kPublished);
  unsigned long long size = array.element_size;
  for (int i = 0; i < array.rank; ++i) size *= array.shape[i];
  std::vector<char> bytes(size);
  if (cudaMemcpy(bytes.data(), array.data, size, cudaMemcpyDeviceToHost) != cudaSuccess) return;
  lockstep_array copied = array;
  copied.data = bytes.data();
  session.Add(copied, session.NextOrder(), kPublished);
}

}  // namespace lockstep_capture

#endif  // LOCKSTEP_CAPTURE_ON_GPU_H
