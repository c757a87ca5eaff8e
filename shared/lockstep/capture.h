// Captures what a CUDA program copies back from a GPU, with nothing but nvcc and this folder:
//
//   nvcc -include lockstep/capture.h -I FOLDER_ABOVE_THIS_ONE program.cu -o program
//   LOCKSTEP_CAPTURE=program.lscap ./program
//   lockstep compare program.lscap other.lscap      # here or on any other machine
//
// Every copy from device to host (cudaMemcpy, ...Async, 2D, 3D, ...FromSymbol, ...FromArray) and every LOCKSTEP_PUBLISH
// is written to the file in the order of the calls. The program means the same as without this header; without
// LOCKSTEP_CAPTURE in the environment it also does the same. An asynchronous copy is captured by a host function that
// runs behind it in its stream, so nothing waits that did not wait before.
//
// Under Lockstep the runtime captures; there this header only tells it the names and types.
//
// Limits: a copy that the program makes through a function pointer, through the driver API, or inside a library
// compiled without this header is not seen, and neither are reads of managed memory: publish those arrays.
#ifndef LOCKSTEP_CAPTURE_H
#define LOCKSTEP_CAPTURE_H

#include <cuda_runtime.h>

#include "publish.h"

// Host code only: where nvcc compiles for the device it reads host code too, but makes nothing of it, and device code
// may call these functions as well (dynamic parallelism).
#ifndef __CUDA_ARCH__

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <type_traits>
#include <vector>

#include "array.h"
#include "capture_file.h"

namespace lockstep_capture {

// A call in the program: where, and its arguments as text.
struct Call {
  const char* file;
  int line;
  const char* arguments;
};

// An array whose names it owns, so that it can outlive the call.
struct OwnedArray {
  lockstep_array array = {};
  char name[kMaxName] = "";
  char type[kMaxName] = "";
  unsigned long long shape[kMaxRank] = {};

  OwnedArray() = default;
  OwnedArray(const OwnedArray& other) { *this = other; }
  OwnedArray& operator=(const OwnedArray& other) {
    array = other.array;
    std::memcpy(name, other.name, sizeof name);
    std::memcpy(type, other.type, sizeof type);
    std::memcpy(shape, other.shape, sizeof shape);
    array.name = name;
    array.type = type;
    array.shape = shape;
    return *this;
  }
};

// The dimensions of T where it is an array, as `float[4][3]` is: what a `float table[2][4][3]` decays to points to it.
template <class T>
struct Dimensions {
  static constexpr int kRank = 0;
  static unsigned long long Fill(unsigned long long*) { return 1; }
};
template <class T, std::size_t N>
struct Dimensions<T[N]> {
  static constexpr int kRank = 1 + Dimensions<T>::kRank;
  static unsigned long long Fill(unsigned long long* shape) { return (*shape = N) * Dimensions<T>::Fill(shape + 1); }
};

// What a copy of one row of `size` bytes to a D* is; `Other` is what the source says, for a destination that is void*.
template <class D, class Other>
OwnedArray DescribeRow(const Call& call, const void* data, unsigned long long size) {
  OwnedArray owned;
  CopyArgument(call.arguments, 0, owned.name);
  using Both = typename std::conditional<std::is_void<D>::value, Other, D>::type;
  SetCell<typename std::remove_all_extents<Both>::type>(owned.array, owned.type);
  if (size % owned.array.element_size != 0) SetCell<void>(owned.array, owned.type);
  owned.array.data = data;
  owned.array.rank = 1;
  owned.shape[0] = size / owned.array.element_size;
  owned.array.file = call.file;
  owned.array.line = call.line;
  return OwnedArray(owned);
}

// The same for a copy of everything, in the shape that the destination was declared with.
template <class D, class Other>
OwnedArray Describe(const Call& call, const void* data, unsigned long long size) {
  using Declared = Dimensions<typename std::conditional<std::is_void<D>::value, Other, D>::type>;
  OwnedArray owned = DescribeRow<D, Other>(call, data, size);
  if (Declared::kRank == 0 || Declared::kRank >= kMaxRank) return owned;
  const unsigned long long cells = owned.shape[0], inner = Declared::Fill(owned.shape + 1);
  if (cells % inner == 0) {
    owned.shape[0] = cells / inner;
    owned.array.rank = 1 + Declared::kRank;
  }
  return OwnedArray(owned);
}

#ifdef __LOCKSTEP__

}  // namespace lockstep_capture

extern "C" {
// Lockstep's runtime: what the next copy from device to host on this host thread brings; null: nothing is known.
void __lockstep_announce_copy(const lockstep_array* array) __attribute__((weak));
// Copies that are not announced are not captured, so that the simulator captures what a GPU would.
void __lockstep_announces_copies() __attribute__((weak));
}

namespace lockstep_capture {

struct AnnouncesCopies {
  AnnouncesCopies() {
    if (__lockstep_announces_copies != nullptr) __lockstep_announces_copies();
  }
};
static const AnnouncesCopies announces_copies;

// Announces a copy for as long as it lasts.
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

#else  // a real GPU

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
    // A program that copied nothing back leaves a file that says so.
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

// Cells that lie apart in the program's memory, brought together.
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

// Captures once everything before it in the stream is done. In a graph it runs, and captures, with every launch.
inline void AddBehind(cudaStream_t stream, const Gathered& gathered) {
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
  AddBehind(stream, Row(call, to, from, size));
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
  AddBehind(stream, Rows(call, to, from, pitch, width, height));
  return error;
}

// cudaMemcpy3D counts its extent's width in cells where a CUDA array takes part, else in bytes.
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

#endif  // __LOCKSTEP__

}  // namespace lockstep_capture

// The wrapped functions. Two overloads each: one that learns the cells' type, and one for arguments that only convert
// to pointers. They are in the global namespace, so that `::cudaMemcpy(...)` finds them too, and take their arguments
// as CUDA does, so that a literal 0 is still a stream.

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

// CUDA arrays are device memory whatever the kind says.
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
// Weak, so that every file of a program may bring one.
extern "C" __attribute__((weak)) void __lockstep_publish(const lockstep_array* array) {
  lockstep_capture::CapturePublished(*array);
}
#endif

// Only calls are wrapped: a function's name without parentheses stays what it is. Under nvcc's per-thread default
// stream these names are macros already, so there the plain names must come from somewhere else.
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
