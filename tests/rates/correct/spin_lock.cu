// A mutex for a critical section between blocks, as in the textbook: lock, fence, work, fence, unlock.
#include <cstdio>
struct Lock {
  int *mutex;
  Lock() { int state = 0; cudaMalloc((void **)&mutex, sizeof(int)); cudaMemcpy(mutex, &state, sizeof(int), cudaMemcpyHostToDevice); }
  void destroy() { cudaFree(mutex); }
  __device__ void lock() { while (atomicCAS(mutex, 0, 1) != 0) {} __threadfence(); }
  __device__ void unlock() { __threadfence(); atomicExch(mutex, 0); }
};
__global__ void accumulate(Lock lock, double *total, int *entries, const float *x, int n) {
  __shared__ float cache[64];
  float t = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) t += x[i];
  cache[threadIdx.x] = t;
  __syncthreads();
  for (int i = blockDim.x / 2; i; i /= 2) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    lock.lock();
    *total += cache[0];
    *entries += 1;
    lock.unlock();
  }
}
int main() {
  const int n = 5000, blocks = 20;
  float *h = new float[n], *x;
  for (int i = 0; i < n; ++i) h[i] = 1;
  Lock lock;
  double *total, got; int *entries, count;
  cudaMalloc(&x, n * sizeof(float)); cudaMalloc(&total, sizeof(double)); cudaMalloc(&entries, sizeof(int));
  cudaMemset(total, 0, sizeof(double)); cudaMemset(entries, 0, sizeof(int));
  cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
  accumulate<<<blocks, 64>>>(lock, total, entries, x, n);
  cudaMemcpy(&got, total, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, entries, sizeof count, cudaMemcpyDeviceToHost);
  lock.destroy();
  cudaFree(x); cudaFree(total); cudaFree(entries);
  delete[] h;
  printf("%f %d\n", got, count);
  return !(got == n && count == blocks);
}
