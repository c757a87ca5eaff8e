// Copies of vectors and matrices between the host and the device: cudaMemcpy2D, with sizes in elements.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/blas/call.h"

using lockstep::blas::Int;

namespace {

cublasStatus_t StatusOf(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

struct TransferCall {
  const char* function;
  const void* caller;
};
#define TRANSFER_CALL(name) (TransferCall{FUNCTION(name), LOCKSTEP_BLAS_CALLER})

// A vector is a matrix of one row: its elements are as far apart as columns.
struct Plane {
  Int rows, columns, size;  // of an element, in bytes
  const void* from;
  Int from_leading;
  void* to;
  Int to_leading;
};

Plane VectorOf(Int n, Int size, const void* from, Int from_increment, void* to, Int to_increment) {
  return {1, n, size, from, from_increment, to, to_increment};
}

// The fault in it; empty if there is none.
std::string WhyRefused(const Plane& p) {
  if (p.size <= 0) return fmt::format("`elemSize` is {}", p.size);
  if (p.rows < 0 || p.columns < 0) return fmt::format("a size is {}", std::min(p.rows, p.columns));
  const Int least = std::max<Int>(1, p.rows), leading = std::min(p.from_leading, p.to_leading);
  if (leading >= least) return {};
  return p.rows == 1 ? fmt::format("an increment is {}", leading)
                     : fmt::format("a leading dimension is {}, and there are {} rows", leading, p.rows);
}

cublasStatus_t Copy(const TransferCall& call, const Plane& p, cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  if (const std::string why = WhyRefused(p); !why.empty()) {
    __lockstep_refuse_library_call(call.function, why.c_str(), call.caller);
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (p.rows == 0 || p.columns == 0) return CUBLAS_STATUS_SUCCESS;
  const auto bytes = [&](Int elements) {
    return static_cast<std::size_t>(elements) * static_cast<std::size_t>(p.size);
  };
  const bool dense = p.from_leading == p.rows && p.to_leading == p.rows;
  const std::size_t width = dense ? bytes(p.rows) * static_cast<std::size_t>(p.columns) : bytes(p.rows);
  const std::size_t height = dense ? 1 : static_cast<std::size_t>(p.columns);
  const std::size_t to_pitch = dense ? width : bytes(p.to_leading), from_pitch = dense ? width : bytes(p.from_leading);
  return StatusOf(waits ? cudaMemcpy2D(p.to, to_pitch, p.from, from_pitch, width, height, kind)
                        : cudaMemcpy2DAsync(p.to, to_pitch, p.from, from_pitch, width, height, kind, stream));
}

}  // namespace

extern "C" {

cublasStatus_t LOCKSTEP_SIZED(cublasSetVector)(Int n, Int elemSize, const void* x, Int incx, void* devicePtr,
                                               Int incy) {
  return Copy(TRANSFER_CALL(SetVector), VectorOf(n, elemSize, x, incx, devicePtr, incy), cudaMemcpyHostToDevice,
              nullptr, true);
}
cublasStatus_t LOCKSTEP_SIZED(cublasGetVector)(Int n, Int elemSize, const void* devicePtr, Int incx, void* y,
                                               Int incy) {
  return Copy(TRANSFER_CALL(GetVector), VectorOf(n, elemSize, devicePtr, incx, y, incy), cudaMemcpyDeviceToHost,
              nullptr, true);
}
cublasStatus_t LOCKSTEP_SIZED(cublasSetMatrix)(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B,
                                               Int ldb) {
  return Copy(TRANSFER_CALL(SetMatrix), {rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyHostToDevice, nullptr, true);
}
cublasStatus_t LOCKSTEP_SIZED(cublasGetMatrix)(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B,
                                               Int ldb) {
  return Copy(TRANSFER_CALL(GetMatrix), {rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyDeviceToHost, nullptr, true);
}
cublasStatus_t LOCKSTEP_SIZED(cublasSetVectorAsync)(Int n, Int elemSize, const void* x, Int incx, void* devicePtr,
                                                    Int incy, cudaStream_t stream) {
  return Copy(TRANSFER_CALL(SetVectorAsync), VectorOf(n, elemSize, x, incx, devicePtr, incy), cudaMemcpyHostToDevice,
              stream, false);
}
cublasStatus_t LOCKSTEP_SIZED(cublasGetVectorAsync)(Int n, Int elemSize, const void* devicePtr, Int incx, void* y,
                                                    Int incy, cudaStream_t stream) {
  return Copy(TRANSFER_CALL(GetVectorAsync), VectorOf(n, elemSize, devicePtr, incx, y, incy), cudaMemcpyDeviceToHost,
              stream, false);
}
cublasStatus_t LOCKSTEP_SIZED(cublasSetMatrixAsync)(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B,
                                                    Int ldb, cudaStream_t stream) {
  return Copy(TRANSFER_CALL(SetMatrixAsync), {rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyHostToDevice, stream,
              false);
}
cublasStatus_t LOCKSTEP_SIZED(cublasGetMatrixAsync)(Int rows, Int cols, Int elemSize, const void* A, Int lda, void* B,
                                                    Int ldb, cudaStream_t stream) {
  return Copy(TRANSFER_CALL(GetMatrixAsync), {rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyDeviceToHost, stream,
              false);
}
}
