// Two buffers in turn between a copying and a computing stream; events in both directions.
#include <cstdio>
#include <vector>
__global__ void accumulate(const float *chunk, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += chunk[i];
}
int main() {
  const int n = 512, chunks = 6;
  float *h, *d[2], *sum;
  cudaHostAlloc(&h, n * chunks * sizeof(float), cudaHostAllocDefault);
  for (int i = 0; i < n * chunks; ++i) h[i] = i % n;
  cudaMalloc(&d[0], n * 4); cudaMalloc(&d[1], n * 4); cudaMalloc(&sum, n * 4);
  cudaStream_t copy, compute;
  cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
  cudaEvent_t filled[2], used[2];
  for (int k = 0; k < 2; ++k) { cudaEventCreateWithFlags(&filled[k], cudaEventDisableTiming); cudaEventCreateWithFlags(&used[k], cudaEventDisableTiming); }
  cudaMemsetAsync(sum, 0, n * 4, compute);
  for (int c = 0; c < chunks; ++c) {
    int k = c & 1;
    if (c >= 2) cudaStreamWaitEvent(copy, used[k], 0);
    cudaMemcpyAsync(d[k], h + c * n, n * 4, cudaMemcpyHostToDevice, copy);
    cudaEventRecord(filled[k], copy);
    cudaStreamWaitEvent(compute, filled[k], 0);
    accumulate<<<2, 256, 0, compute>>>(d[k], sum, n);
    cudaEventRecord(used[k], compute);
  }
  std::vector<float> r(n);
  cudaMemcpyAsync(r.data(), sum, n * 4, cudaMemcpyDeviceToHost, compute);
  cudaStreamSynchronize(compute);
  for (int k = 0; k < 2; ++k) { cudaEventDestroy(filled[k]); cudaEventDestroy(used[k]); }
  cudaStreamDestroy(copy); cudaStreamDestroy(compute);
  cudaFree(d[0]); cudaFree(d[1]); cudaFree(sum); cudaFreeHost(h);
  for (int i = 0; i < n; ++i) if (r[i] != i * chunks) return 1;
  return 0;
}
