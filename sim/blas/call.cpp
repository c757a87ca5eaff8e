#include "sim/blas/call.h"

#include <fmt/format.h>

#include <climits>
#include <cstdlib>
#include <string_view>

#include "sim/hooks/submit.h"

namespace lockstep::blas {

Call::Call(cublasHandle_t handle, const char* function, const void* caller)
    : Call(IsHandle(handle), IsHandle(handle) ? handle->stream : nullptr, function, caller) {
  on_device_ = ok() && handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
}

Call::Call(bool is_live, cudaStream_t stream, const char* function, const void* caller)
    : stream_(stream), function_(function), caller_(caller) {
  if (is_live) return;
  const bool is_lt = std::string_view(function).starts_with("cublasLt");
  Refuse(CUBLAS_STATUS_NOT_INITIALIZED,
         fmt::format("`{}` is none that `{}` made, or has been destroyed", is_lt ? "lightHandle" : "handle",
                     is_lt ? "cublasLtCreate" : "cublasCreate"));
}

void Call::Refuse(cublasStatus_t status, const std::string& why) {
  status_ = status;
  if (!is_question_) __lockstep_refuse_library_call(function_, why.c_str(), caller_);
}

void Call::Require(bool holds, const std::function<std::string()>& why) {
  if (!holds && ok()) Refuse(CUBLAS_STATUS_INVALID_VALUE, why());
}

void Call::NotSupported(const std::string& why) {
  if (ok()) Refuse(CUBLAS_STATUS_NOT_SUPPORTED, why);
}

void Call::Fits(const char* name, std::int64_t value) {
  Require(std::abs(value) <= INT_MAX,
          [&] { return fmt::format("`{}` is {}, and more than {} is not supported here", name, value, INT_MAX); });
}
void Call::Size(const char* name, std::int64_t value) {
  Fits(name, value);
  Require(value >= 0, [&] { return fmt::format("`{}` is {}", name, value); });
}
void Call::Sizes(std::initializer_list<std::pair<const char*, std::int64_t>> all) {
  for (const auto& [name, value] : all) Size(name, value);
}
void Call::Increment(const char* name, std::int64_t value) {
  Fits(name, value);
  Require(value != 0, [&] { return fmt::format("`{}` is 0", name); });
}
void Call::Operation(const char* name, cublasOperation_t value) {
  Require(unsigned(value) <= CUBLAS_OP_C, [&] { return fmt::format("`{}` is {}", name, int{value}); });
}
void Call::Triangle(cublasFillMode_t uplo) {
  Require(unsigned(uplo) <= CUBLAS_FILL_MODE_UPPER, [] { return "`uplo` is neither triangle"; });
}
void Call::Diagonal(cublasDiagType_t diag) {
  Require(unsigned(diag) <= CUBLAS_DIAG_UNIT, [] { return "`diag` has no such value"; });
}
void Call::Side(cublasSideMode_t side) {
  Require(unsigned(side) <= CUBLAS_SIDE_RIGHT, [] { return "`side` has no such value"; });
}
void Call::Leading(const char* name, std::int64_t value, std::int64_t rows, const char* matrix) {
  Fits(name, value);
  Require(value >= std::max<std::int64_t>(1, rows),
          [&] { return fmt::format("`{}` is {}, and `{}` has {} rows", name, value, matrix, rows); });
}

bool Call::IsOnDevice(const void* pointer) {
  cudaPointerAttributes attributes;
  return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess && attributes.devicePointer != nullptr;
}

void Call::Add(const char* name, const void* first, std::uint64_t width, std::uint64_t height, std::uint64_t pitch,
               Use use) {
  const auto bits = static_cast<unsigned>(use);
  operands_.push_back({name, first, width, height, pitch, bits & 1, bits >> 1});
}

void Call::AddVector(const char* name, const void* first, std::int64_t n, std::int64_t increment, std::uint64_t size,
                     Use use) {
  if (n <= 0) return;
  if (increment == 1)
    Add(name, first, n * size, 1, 0, use);
  else
    Add(name, first, size, n, increment * size, use);
}

cublasStatus_t Call::Put(std::function<void()> work) {
  if (hooks::SubmitLibraryCall(stream_, function_, operands_, std::move(work), caller_) != cudaSuccess)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  if (waits_ && cudaStreamSynchronize(stream_) != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace lockstep::blas
