// A kernel on one stream, a copy on another and a fill on a third access memory that a kernel on a fourth stream writes.
#include <cstdio>
__global__ void write(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void read(const int* data, int* out) { out[threadIdx.x] = data[63 - threadIdx.x]; }  // expect: race-streams

int main() {
  int *data, *out, *host;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaStream_t streams[4];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  write<<<1, 64, 0, streams[0]>>>(data);
  read<<<1, 64, 0, streams[1]>>>(data, out);
  cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, streams[2]);  // expect: race-streams
  cudaMemsetAsync(data, 0, 64 * sizeof(int), streams[3]);                             // expect: race-streams
  cudaDeviceSynchronize();
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(out);
  cudaFree(data);
}
