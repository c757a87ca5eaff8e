// Upload, use, download, use again: the download, on the writer's own stream, comes before the reader on the other one.
// The writer waits for it.
#include <cstdio>
__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void refill_after_copy(int* data) { data[threadIdx.x] = 2; }
__global__ void refill_after_kernel(int* data) { data[threadIdx.x] = 3; }
__global__ void refill_after_device_copy(int* data) { data[threadIdx.x] = 4; }
__global__ void look(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }
__global__ void sum(const int* data, int* out) { atomicAdd(out, data[threadIdx.x]); }

int main() {
  constexpr int kBytes = 64 * sizeof(int);
  int *data[3], *out, *other, *host;
  for (int*& each : data) cudaMalloc(&each, kBytes);
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&other, kBytes);
  cudaMallocHost(&host, kBytes);
  cudaMemset(out, 0, sizeof(int));
  cudaStream_t x, y;
  cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking);
  cudaEvent_t filled, summed;
  cudaEventCreate(&filled);
  cudaEventCreate(&summed);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) {
    fill<<<1, 64, 0, x>>>(data[i], 1);
    cudaEventRecord(filled, x);
    if (i == 0) cudaMemcpyAsync(host, data[i], kBytes, cudaMemcpyDeviceToHost, x);
    if (i == 1) look<<<1, 64, 0, x>>>(data[i], other);
    if (i == 2) cudaMemcpyAsync(other, data[i], kBytes, cudaMemcpyDeviceToDevice, x);
    cudaStreamWaitEvent(y, filled, 0);
    sum<<<1, 64, 0, y>>>(data[i], out);
    cudaEventRecord(summed, y);
    cudaStreamWaitEvent(x, summed, 0);
    if (i == 0) refill_after_copy<<<1, 64, 0, x>>>(data[i]);
    if (i == 1) refill_after_kernel<<<1, 64, 0, x>>>(data[i]);
    if (i == 2) refill_after_device_copy<<<1, 64, 0, x>>>(data[i]);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(filled);
  cudaEventDestroy(summed);
  cudaStreamDestroy(x);
  cudaStreamDestroy(y);
  cudaFreeHost(host);
  cudaFree(other);
  cudaFree(out);
  for (int* each : data) cudaFree(each);
}
