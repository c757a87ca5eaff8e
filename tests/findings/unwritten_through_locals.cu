// Memory that the host forgot to copy passes through local arrays, structs, memcpy, shared memory and functions: the report
// names the allocation, and the copy that wrote part of it.
// told: ^forgotten$
// told: copies 64 of its 128 bytes
#include <cstring>

struct Four {
  float v[4];
};

__device__ __noinline__ float total(const float* values, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  return sum;
}

__global__ void by_elements(const float* forgotten, float* out) {
  float own[8];
  for (int i = 0; i < 8; ++i) own[i] = forgotten[i];  // expect: uninitialized-global
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += own[i] * own[7 - i];
  if (sum > 1) out[threadIdx.x] = 1;
}

__global__ void by_memcpy(const float* forgotten, float* out) {
  float own[8];
  memcpy(own, forgotten, sizeof own);  // expect: uninitialized-global
  if (total(own, 8) > 1) out[threadIdx.x] = 1;
}

__global__ void by_shared(const float* forgotten, float* out) {
  __shared__ float tile[32];
  float own[8];
  tile[threadIdx.x] = forgotten[threadIdx.x];  // expect: uninitialized-global
  __syncthreads();
  for (int i = 0; i < 8; ++i) own[i] = tile[(threadIdx.x + i) % 32];
  if (total(own, 8) > 1) out[threadIdx.x] = 1;
}

__global__ void by_struct(const Four* forgotten, float* out, int n) {
  Four four = forgotten[0];  // expect: uninitialized-global
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += four.v[i];
  if (sum > 1) out[threadIdx.x] = 1;
}

__global__ void by_arrays(const float* forgotten, float* out, int n) {
  float first[8], then[8];
  for (int i = 0; i < 8; ++i) first[i] = forgotten[i];  // expect: uninitialized-global
  memcpy(then, first, sizeof then);
  for (int i = 0; i < n; ++i)
    if (then[i] > 1) out[threadIdx.x] = 1;
}

// One line for two allocations: each value has its own origin.
__device__ __noinline__ void hand_on(float* to, const float* from) { *to = *from; }  // expect: uninitialized-global
__global__ void by_one_line(const float* whole, const float* short_copy, float* between) {
  hand_on(&between[threadIdx.x], &whole[threadIdx.x]);
  hand_on(&between[32 + threadIdx.x], &short_copy[threadIdx.x]);
}
__global__ void decide(const float* between, float* out) {
  if (between[32 + threadIdx.x] > 1) out[threadIdx.x] = 1;
}

int main() {
  float *forgotten, *out, *whole, *short_copy, *between, host[32] = {};
  cudaMalloc(&forgotten, 512);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&whole, sizeof host);
  cudaMalloc(&short_copy, sizeof host);
  cudaMalloc(&between, 2 * sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(whole, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(short_copy, host, sizeof host / 2, cudaMemcpyHostToDevice);
  by_elements<<<1, 32>>>(forgotten, out);
  by_memcpy<<<1, 32>>>(forgotten, out);
  by_shared<<<1, 32>>>(forgotten, out);
  by_struct<<<1, 32>>>((Four*)forgotten, out, 4);
  by_arrays<<<1, 32>>>(forgotten, out, 8);
  by_one_line<<<1, 32>>>(whole, short_copy, between);
  decide<<<1, 32>>>(between, out);
  cudaDeviceSynchronize();
  for (float* memory : {forgotten, out, whole, short_copy, between}) cudaFree(memory);
}
