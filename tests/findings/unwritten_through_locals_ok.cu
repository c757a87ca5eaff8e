// Memory that the host has written passes through local arrays, structs, memcpy, shared memory and functions, and unwritten
// memory is only copied.
#include <cstring>

struct Four {
  float v[4];
};

__device__ __noinline__ float total(const float* values, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  return sum;
}

__global__ void by_elements(const float* given, float* out) {
  float own[8];
  for (int i = 0; i < 8; ++i) own[i] = given[i];
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += own[i] * own[7 - i];
  if (sum > 1) out[threadIdx.x] = 1;
}

__global__ void by_memcpy(const float* given, float* out) {
  float own[8];
  memcpy(own, given, sizeof own);
  if (total(own, 8) > 1) out[threadIdx.x] = 1;
}

__global__ void by_shared(const float* given, float* out) {
  __shared__ float tile[32];
  float own[8];
  tile[threadIdx.x] = given[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 8; ++i) own[i] = tile[(threadIdx.x + i) % 32];
  if (total(own, 8) > 1) out[threadIdx.x] = 1;
}

__global__ void by_struct(const Four* given, float* out, int n) {
  Four four = given[0];
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += four.v[i];
  if (sum > 1) out[threadIdx.x] = 1;
}

__global__ void by_arrays(const float* given, float* out, int n) {
  float first[8], then[8];
  for (int i = 0; i < 8; ++i) first[i] = given[i];
  memcpy(then, first, sizeof then);
  for (int i = 0; i < n; ++i)
    if (then[i] > 1) out[threadIdx.x] = 1;
}

// One line for two allocations: each value has its own origin.
__device__ __noinline__ void hand_on(float* to, const float* from) { *to = *from; }
__global__ void by_one_line(const float* whole, const float* other, float* between) {
  hand_on(&between[threadIdx.x], &whole[threadIdx.x]);
  hand_on(&between[32 + threadIdx.x], &other[threadIdx.x]);
}
__global__ void decide(const float* between, float* out) {
  if (between[32 + threadIdx.x] > 1) out[threadIdx.x] = 1;
}

__global__ void carry(const float* unknown, float* out) {
  float own[8];
  memcpy(own, unknown, sizeof own);
  memcpy(out + 8 * threadIdx.x, own, sizeof own);
}

int main() {
  float *given, *out, *whole, *other, *between, host[32] = {};
  cudaMalloc(&given, 512);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&whole, sizeof host);
  cudaMalloc(&other, sizeof host);
  cudaMalloc(&between, 2 * sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemset(given, 0, 512);
  cudaMemcpy(whole, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(other, host, sizeof host, cudaMemcpyHostToDevice);
  by_elements<<<1, 32>>>(given, out);
  by_memcpy<<<1, 32>>>(given, out);
  by_shared<<<1, 32>>>(given, out);
  by_struct<<<1, 32>>>((Four*)given, out, 4);
  by_arrays<<<1, 32>>>(given, out, 8);
  by_one_line<<<1, 32>>>(whole, other, between);
  decide<<<1, 32>>>(between, out);
  float *unknown, *copy;
  cudaMalloc(&unknown, 32);
  cudaMalloc(&copy, 32 * 32);
  carry<<<1, 32>>>(unknown, copy);
  cudaDeviceSynchronize();
  cudaFree(unknown);
  cudaFree(copy);
  for (float* memory : {given, out, whole, other, between}) cudaFree(memory);
}
