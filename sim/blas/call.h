#pragma once

// One call of a library function: its arguments are checked in turn, its operands listed, and its work put into the
// handle's stream. The first argument that is refused decides the status; what follows is ignored.
//
//   Call call(handle, "cublasSaxpy", caller);
//   const auto a = call.Scalar("alpha", alpha);
//   call.Vector("x", x, n, incx, Use::kRead);
//   call.Vector("y", y, n, incy, Use::kReadWrite);
//   return call.Submit([=] { cblas_saxpy(n, a(), x, incx, y, incy); });

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "sim/blas/caller.h"
#include "sim/blas/handle.h"
#include "sim/hooks/library.h"

// Sources of functions with a form for 64-bit sizes are compiled twice: the second time their sizes are an Int of 64
// bits, and their names end in _64.
#ifdef LOCKSTEP_BLAS_64
#define LOCKSTEP_SIZED(name) name##_64
#else
#define LOCKSTEP_SIZED(name) name
#endif
#define LOCKSTEP_QUOTED(name) #name
#define LOCKSTEP_QUOTED_SIZED(name) LOCKSTEP_QUOTED(name)
// The name of the function cublas<name>.
#define FUNCTION(name) LOCKSTEP_QUOTED_SIZED(LOCKSTEP_SIZED(cublas##name))
// `call`, of the function cublas<name>, in the function itself.
#define NEW_CALL(name) Call call(handle, FUNCTION(name), LOCKSTEP_BLAS_CALLER)

namespace lockstep::blas {

#ifdef LOCKSTEP_BLAS_64
using Int = std::int64_t;
#else
using Int = int;
#endif

enum class Use : std::uint8_t { kRead = 1, kWrite = 2, kReadWrite = 3 };

// A factor: its value at the time of the call, or, where the handle's scalars are on the device, at that of the work.
template <class T>
class Factor {
 public:
  Factor(const T* given, bool on_device) : on_device_(on_device ? given : nullptr), value_() {
    if (!on_device && given) value_ = *given;
  }
  T operator()() const { return on_device_ ? *on_device_ : value_; }
  // Known to be the same as `value`.
  bool Is(double value) const;

 private:
  const T* on_device_;
  T value_;
};

template <class T>
bool IsEqual(const T& a, double b) {
  if constexpr (requires { a.x; })
    return a.x == b && a.y == 0;
  else
    return static_cast<double>(a) == b;
}
template <class T>
bool Factor<T>::Is(double value) const {
  return !on_device_ && IsEqual(value_, value);
}

// How C = ... + beta * C uses C: with a beta of 0 it is not read.
template <class T>
Use UseBy(const Factor<T>& beta) {
  return beta.Is(0) ? Use::kWrite : Use::kReadWrite;
}

class Call {
 public:
  Call(cublasHandle_t handle, const char* function, const void* caller);
  // Of a function whose stream is an argument. `is_live`: its handle is one.
  Call(bool is_live, cudaStream_t stream, const char* function, const void* caller);

  // --- arguments
  void Require(bool holds, const std::function<std::string()>& why);
  // A size that the system's BLAS takes, which has 32 bits for it. All that follow see to that.
  void Fits(const char* name, std::int64_t value);
  void Size(const char* name, std::int64_t value);
  void Sizes(std::initializer_list<std::pair<const char*, std::int64_t>> all);
  void Increment(const char* name, std::int64_t value);
  void Operation(const char* name, cublasOperation_t value);
  void Triangle(cublasFillMode_t uplo);
  void Diagonal(cublasDiagType_t diag);
  void Side(cublasSideMode_t side);
  // The leading dimension of a matrix with so many rows.
  void Leading(const char* name, std::int64_t value, std::int64_t rows, const char* matrix);
  // The call is fine so far.
  bool ok() const { return status_ == CUBLAS_STATUS_SUCCESS; }
  // Refusals are not reported: the function only asks whether a call would be possible.
  void OnlyAsk() { is_question_ = true; }
  cublasStatus_t status() const { return status_; }
  void NotSupported(const std::string& why);

  // --- operands, in elements. T is their type.
  template <class T>
  Factor<T> Scalar(const char* name, const T* given) {
    Require(given != nullptr, [&] { return "`" + std::string(name) + "` is null"; });
    if (on_device()) Add(name, given, sizeof(T), 1, 0, Use::kRead);
    return {given, on_device()};
  }
  // A result: on the device, or where the host waits for it.
  template <class T>
  void Result(const char* name, T* given, Use use = Use::kWrite) {
    Require(given != nullptr, [&] { return "`" + std::string(name) + "` is null"; });
    if (on_device())
      Add(name, given, sizeof(T), 1, 0, use);
    else
      waits_ = true;
  }
  template <class T>
  void Vector(const char* name, const T* first, std::int64_t n, std::int64_t increment, Use use) {
    AddVector(name, first, n, increment < 0 ? -increment : increment, sizeof(T), use);
  }
  template <class T>
  void Matrix(const char* name, const T* first, std::int64_t rows, std::int64_t columns, std::int64_t leading,
              Use use) {
    if (rows > 0 && columns > 0) Add(name, first, rows * sizeof(T), columns, leading * sizeof(T), use);
  }
  // One triangle of an n x n matrix.
  template <class T>
  void Triangle(const char* name, const T* first, cublasFillMode_t uplo, std::int64_t n, std::int64_t leading, Use use,
                bool with_diagonal = true) {
    const std::int64_t past = with_diagonal ? 0 : 1;
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t begin = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j + past;
      const std::int64_t end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 - past : n;
      if (begin < end) Add(name, first + j * leading + begin, (end - begin) * sizeof(T), 1, 0, use);
    }
  }
  // A band of an m x n matrix: `below` diagonals below the main one and `above` above, as rows of a matrix with n
  // columns.
  template <class T>
  void Band(const char* name, const T* first, std::int64_t m, std::int64_t n, std::int64_t below, std::int64_t above,
            std::int64_t leading) {
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t begin = std::max<std::int64_t>(0, above - j), end = std::min(below + above + 1, m + above - j);
      if (begin < end) Add(name, first + j * leading + begin, (end - begin) * sizeof(T), 1, 0, Use::kRead);
    }
  }
  // An array of `count` pointers, which is on the device itself. True if it is there, so that what it holds now can be
  // read.
  template <class T>
  bool Pointers(const char* name, T* const* array, std::int64_t count) {
    if (!ok() || count <= 0) return false;
    const auto *first = static_cast<const void*>(array), *last = static_cast<const void*>(array + count - 1);
    AddVector(name, first, count, 1, sizeof(void*), Use::kRead);
    return IsOnDevice(first) && IsOnDevice(last);
  }
  bool on_device() const { return on_device_; }

  // --- the end
  template <class Work>
  cublasStatus_t Submit(Work&& work) {
    return ok() ? Put(std::forward<Work>(work)) : status_;
  }

 private:
  static bool IsOnDevice(const void* pointer);
  void Add(const char* name, const void* first, std::uint64_t width, std::uint64_t height, std::uint64_t pitch,
           Use use);
  void AddVector(const char* name, const void* first, std::int64_t n, std::int64_t increment, std::uint64_t size,
                 Use use);
  cublasStatus_t Put(std::function<void()> work);
  void Refuse(cublasStatus_t status, const std::string& why);

  cudaStream_t stream_ = nullptr;
  const char* function_;
  const void* caller_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  bool on_device_ = false, waits_ = false, is_question_ = false;
  std::vector<LockstepOperand> operands_;
};

}  // namespace lockstep::blas
