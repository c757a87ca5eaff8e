// Copies of vectors and matrices between the host and the device: cudaMemcpy2D, with sizes in elements.

#include "sim/blas/handle.h"

namespace {

cublasStatus_t StatusOf(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector is a matrix of one row: its elements are as far apart as columns.
struct Plane {
  int rows, columns, size;  // of an element, in bytes
  const void* from;
  int from_leading;
  void* to;
  int to_leading;
};

Plane VectorOf(int n, int size, const void* from, int from_increment, void* to, int to_increment) {
  return {1, n, size, from, from_increment, to, to_increment};
}

cublasStatus_t Copy(const Plane& p, cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  if (p.rows < 0 || p.columns < 0 || p.size <= 0 || p.from_leading < p.rows || p.to_leading < p.rows ||
      p.from_leading <= 0 || p.to_leading <= 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (p.rows == 0 || p.columns == 0) return CUBLAS_STATUS_SUCCESS;
  const auto bytes = [&](int elements) {
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

cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx, void* devicePtr, int incy) {
  return Copy(VectorOf(n, elemSize, x, incx, devicePtr, incy), cudaMemcpyHostToDevice, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int elemSize, const void* devicePtr, int incx, void* y, int incy) {
  return Copy(VectorOf(n, elemSize, devicePtr, incx, y, incy), cudaMemcpyDeviceToHost, nullptr, true);
}
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb) {
  return Copy({rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyHostToDevice, nullptr, true);
}
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb) {
  return Copy({rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyDeviceToHost, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* x, int incx, void* devicePtr, int incy,
                                    cudaStream_t stream) {
  return Copy(VectorOf(n, elemSize, x, incx, devicePtr, incy), cudaMemcpyHostToDevice, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* devicePtr, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return Copy(VectorOf(n, elemSize, devicePtr, incx, y, incy), cudaMemcpyDeviceToHost, stream, false);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb,
                                    cudaStream_t stream) {
  return Copy({rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyHostToDevice, stream, false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda, void* B, int ldb,
                                    cudaStream_t stream) {
  return Copy({rows, cols, elemSize, A, lda, B, ldb}, cudaMemcpyDeviceToHost, stream, false);
}
}
