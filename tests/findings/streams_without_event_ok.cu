// The same with every way to order streams: events, the default stream, a host that waits, a host function.
#include <atomic>
#include <cstdio>
__global__ void write(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void read(const int* data, int* out) { out[threadIdx.x] = data[63 - threadIdx.x]; }
static std::atomic<bool> done{false};
static void CUDART_CB finish(void*) { done = true; }

int main() {
  int *data, *out, *host;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaStream_t streams[4], apart;
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaEvent_t written;
  cudaEventCreate(&written);
  write<<<1, 64, 0, streams[0]>>>(data);
  cudaEventRecord(written, streams[0]);
  cudaStreamWaitEvent(streams[1], written, 0);
  cudaStreamWaitEvent(apart, written, 0);
  read<<<1, 64, 0, streams[1]>>>(data, out);
  read<<<1, 64, 0, streams[1]>>>(data, out);
  cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, apart);
  cudaEventSynchronize(written);
  cudaStreamSynchronize(apart);
  write<<<1, 64>>>(data);
  cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, streams[2]);
  cudaLaunchHostFunc(streams[2], finish, nullptr);
  while (!done) {}
  cudaMemsetAsync(data, 0, 64 * sizeof(int), apart);
  while (cudaStreamQuery(apart) == cudaErrorNotReady) {}
  write<<<1, 64, 0, streams[3]>>>(data);
  cudaDeviceSynchronize();
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaStreamDestroy(apart);
  cudaEventDestroy(written);
  cudaFreeHost(host);
  cudaFree(out);
  cudaFree(data);
}
