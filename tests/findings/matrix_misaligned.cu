// A tile that begins in the middle of 32 bytes, and one whose rows have an odd length.
// recorded: fragments of matrices are read by the library
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(float* out, const half* in) {
  __shared__ __align__(32) half tile[16 * 17];
  for (int i = threadIdx.x; i < 16 * 17; i += 32) tile[i] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(a, in + 8, 16);  // expect: misaligned
  wmma::load_matrix_sync(b, tile, 17);    // expect: misaligned
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

int main() {
  half* in;
  float* out;
  cudaMalloc(&in, 512 * sizeof(half));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 512 * sizeof(half));
  multiply<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
