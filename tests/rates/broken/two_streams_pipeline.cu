// Upload in one stream, compute in another, so that they overlap.
#include <cstdio>
#include <cstdlib>

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];  // defect: race-streams|uninitialized-global
}

int main() {
  const int chunk = 256, chunks = 4;
  int *pinned, *result, *din, *dout;
  cudaMallocHost(&pinned, chunk * chunks * sizeof(int));
  cudaMallocHost(&result, chunk * chunks * sizeof(int));
  cudaMalloc(&din, chunk * chunks * sizeof(int));
  cudaMalloc(&dout, chunk * chunks * sizeof(int));
  for (int i = 0; i < chunk * chunks; ++i) pinned[i] = i;
  cudaStream_t upload, compute;
  cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
  for (int c = 0; c < chunks; ++c) {
    cudaMemcpyAsync(din + c * chunk, pinned + c * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice, upload);  // defect: race-streams
    square<<<chunk / 64, 64, 0, compute>>>(din + c * chunk, dout + c * chunk, chunk);  // defect: race-streams
  }
  cudaMemcpyAsync(result, dout, chunk * chunks * sizeof(int), cudaMemcpyDeviceToHost, compute);
  cudaStreamSynchronize(compute);
  cudaStreamSynchronize(upload);
  printf("%d %d\n", result[10], result[chunk * chunks - 1]);
  cudaStreamDestroy(upload);
  cudaStreamDestroy(compute);
  cudaFree(din);
  cudaFree(dout);
  cudaFreeHost(pinned);
  cudaFreeHost(result);
  return 0;
}
