// Conflicts that look like updates and are none, and updates whose cause is another than the missing atomic.
// told: is `blockIdx` missing from the index
// told: give each thread a state of its own
#include <curand_kernel.h>

// Thread 0 writes cell 0 and reads cell 1; thread 1 the other way round.
__global__ void swap_neighbours(int* a) {
  a[threadIdx.x % 2] = a[(threadIdx.x + 1) % 2];  // expect: race-global
}

// With a stride of zero, all rows are one.
__global__ void mirror(float* a, int n, int stride) {
  const int row = threadIdx.y, column = threadIdx.x;
  if (row < column && column < n) a[row * stride + column] = a[column * stride + row];  // expect: race-global
}

// A struct that moves to the place of the neighbour's.
__global__ void shift(float2* points, int n) {
  const int i = threadIdx.x;
  if (i + 1 < n) points[i + 1] = points[i];  // expect: race-global
}

// Each block updates the same elements.
__global__ void axpy(float a, const float* x, float* y) {
  const int i = threadIdx.x;
  y[i] = a * x[i] + y[i];  // expect: lost-update
}

// All threads draw from one generator.
__global__ void draw(curandState* state, float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = curand_uniform(state);  // expect: lost-update
}

__global__ void start(curandState* state) { curand_init(1, 0, 0, state); }

int main() {
  int* a;
  float *m, *x, *y;
  float2* points;
  curandState* state;
  cudaMalloc(&a, 2 * sizeof(int));
  cudaMalloc(&m, 64 * sizeof(float));
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMalloc(&points, 64 * sizeof(float2));
  cudaMalloc(&state, sizeof(curandState));
  cudaMemset(a, 0, 2 * sizeof(int));
  cudaMemset(m, 0, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  cudaMemset(y, 0, 64 * sizeof(float));
  cudaMemset(points, 0, 64 * sizeof(float2));
  swap_neighbours<<<1, 2>>>(a);
  mirror<<<1, dim3(4, 4)>>>(m, 4, 0);
  shift<<<1, 64>>>(points, 64);
  axpy<<<4, 16>>>(2, x, y);
  start<<<1, 1>>>(state);
  draw<<<1, 8>>>(state, x);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(m);
  cudaFree(x);
  cudaFree(y);
  cudaFree(points);
  cudaFree(state);
}
