// Arrays of several dimensions over device memory: cuda::std::mdspan with its layouts, in kernels and on the host.

#include <cuda/std/array>
#include <cuda/std/mdspan>

#include <cstdio>
#include <vector>

namespace cs = cuda::std;

using Matrix = cs::mdspan<float, cs::dextents<int, 2>>;
using ConstMatrix = cs::mdspan<const float, cs::dextents<int, 2>>;
using Columns = cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left>;
using Tiles = cs::mdspan<int, cs::extents<int, cs::dynamic_extent, 4, 8>>;

__global__ void multiply(ConstMatrix a, ConstMatrix b, Matrix c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= c.extent(0) || column >= c.extent(1)) return;
  float sum = 0;
  for (int k = 0; k < a.extent(1); ++k) sum += a(row, k) * b(k, column);
  c(row, column) = sum;
}

__global__ void transpose(ConstMatrix from, Columns to) {
  const int row = threadIdx.y, column = threadIdx.x;
  to(row, column) = from(row, column);
}

__global__ void fill(Tiles tiles) {
  const int place = tiles.mapping()(blockIdx.x, threadIdx.y, threadIdx.x);
  tiles(blockIdx.x, threadIdx.y, threadIdx.x) = place;
  cs::array<int, 3> last{static_cast<int>(blockIdx.x), 3, 7};
  if (threadIdx.x == 7 && threadIdx.y == 3) tiles[last] += 1000;
}

__global__ void in_shared(int* out) {
  __shared__ int memory[4 * 8];
  cs::mdspan<int, cs::extents<unsigned, 4, 8>> tile(memory);
  tile(threadIdx.y, threadIdx.x) = threadIdx.y * 10 + threadIdx.x;
  __syncthreads();
  cs::mdspan<int, cs::extents<unsigned, 8, 4>, cs::layout_stride> turned(
      memory, cs::layout_stride::mapping<cs::extents<unsigned, 8, 4>>(cs::extents<unsigned, 8, 4>(),
                                                                      cs::array<unsigned, 2>{1, 8}));
  out[threadIdx.y * 8 + threadIdx.x] = turned(threadIdx.x, threadIdx.y);
}

int main() {
  const int m = 5, k = 7, n = 6;
  float *a, *b, *c, *t;
  int *tiles, *turned;
  cudaMallocManaged(&a, m * k * sizeof(float));
  cudaMallocManaged(&b, k * n * sizeof(float));
  cudaMallocManaged(&c, m * n * sizeof(float));
  cudaMallocManaged(&t, m * n * sizeof(float));
  cudaMallocManaged(&tiles, 3 * 32 * sizeof(int));
  cudaMallocManaged(&turned, 32 * sizeof(int));
  for (int i = 0; i < m * k; ++i) a[i] = i % 5;
  for (int i = 0; i < k * n; ++i) b[i] = i % 3;
  multiply<<<dim3(2, 2), dim3(4, 4)>>>(ConstMatrix(a, m, k), ConstMatrix(b, k, n), Matrix(c, m, n));
  cudaDeviceSynchronize();
  transpose<<<1, dim3(n, m)>>>(ConstMatrix(c, m, n), Columns(t, m, n));
  fill<<<3, dim3(8, 4)>>>(Tiles(tiles, 3));
  in_shared<<<1, dim3(8, 4)>>>(turned);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
      if (c[i * n + j] != sum || t[j * m + i] != sum) return printf("(%d,%d): %g %g %g\n", i, j, c[i * n + j], t[j * m + i], sum), 1;
    }
  for (int i = 0; i < 96; ++i)
    if (tiles[i] != i + (i % 32 == 31 ? 1000 : 0)) return printf("tile %d: %d\n", i, tiles[i]), 1;
  for (int i = 0; i < 32; ++i)
    if (turned[i] != i / 8 * 10 + i % 8) return printf("turned %d: %d\n", i, turned[i]), 1;
  cs::mdspan view(c, m, n);
  static_assert(view.rank() == 2 && cs::extents<int, 3, 4>::static_extent(1) == 4);
  if (view.size() != 30 || view.stride(0) != 6 || view(4, 5) != c[29]) return 1;
  for (void* memory : {(void*)a, (void*)b, (void*)c, (void*)t, (void*)tiles, (void*)turned}) cudaFree(memory);
  printf("ok\n");
}
