// Many rounds with separate memory, streams and events, and no race in any.
#include <cuda_runtime.h>

__global__ void race(int* out) {
  out[blockIdx.x] = blockIdx.x;
}

int main() {
  for (int i = 0; i < 20000; ++i) {
    int* data;
    cudaStream_t stream;
    cudaEvent_t done;
    cudaMalloc(&data, 1024);
    cudaStreamCreate(&stream);
    cudaEventCreate(&done);
    race<<<2, 1, 0, stream>>>(data);
    cudaEventRecord(done, stream);
    cudaEventSynchronize(done);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    cudaFree(data);
  }
}
