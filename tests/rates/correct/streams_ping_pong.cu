// Two streams with two buffers, events in both directions.
#include <cstdio>
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 4096, chunk = 512;
  float *host, *device[2];
  cudaStream_t copy, compute;
  cudaEvent_t loaded[2], done[2];
  cudaMallocHost(&host, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = float(i);
  cudaStreamCreate(&copy);
  cudaStreamCreate(&compute);
  for (int b = 0; b < 2; ++b) {
    cudaMalloc(&device[b], chunk * sizeof(float));
    cudaEventCreateWithFlags(&loaded[b], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done[b], cudaEventDisableTiming);
  }
  for (int c = 0; c < n / chunk; ++c) {
    int b = c % 2;
    if (c >= 2) cudaStreamWaitEvent(copy, done[b]);
    cudaMemcpyAsync(device[b], host + c * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice, copy);
    cudaEventRecord(loaded[b], copy);
    cudaStreamWaitEvent(compute, loaded[b]);
    scale<<<chunk / 128, 128, 0, compute>>>(device[b], chunk);
    cudaMemcpyAsync(host + c * chunk, device[b], chunk * sizeof(float), cudaMemcpyDeviceToHost, compute);
    cudaEventRecord(done[b], compute);
  }
  cudaStreamSynchronize(compute);
  printf("%f\n", host[n - 1]);
  for (int b = 0; b < 2; ++b) {
    cudaFree(device[b]);
    cudaEventDestroy(loaded[b]);
    cudaEventDestroy(done[b]);
  }
  cudaStreamDestroy(copy);
  cudaStreamDestroy(compute);
  cudaFreeHost(host);
}
