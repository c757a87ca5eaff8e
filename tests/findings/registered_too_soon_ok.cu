// The host waits before it touches memory that it has registered. Memory between the two, or registered no longer, and
// memory that is registered again are its own.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void write(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  const int n = 64, bytes = n * sizeof(int);
  std::vector<int> first(n, 1), other(n, 3);
  int* second = static_cast<int*>(malloc(bytes));
  cudaHostRegister(first.data(), bytes, cudaHostRegisterDefault);
  cudaHostRegister(second, bytes, cudaHostRegisterMapped);
  int* device;
  cudaMalloc(&device, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t uploaded;
  cudaEventCreate(&uploaded);
  cudaMemcpyAsync(device, first.data(), bytes, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(uploaded, stream);
  int* beside = other.data();
  beside[0] = first.data()[1];  // a copy reads it, too
  cudaEventSynchronize(uploaded);
  int* refill = first.data();
  refill[5] = 2;
  twice<<<1, n, 0, stream>>>(device);
  cudaMemcpyAsync(second, device, bytes, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += second[i];
  int* mapped;
  cudaHostGetDevicePointer(&mapped, second, 0);
  write<<<1, n, 0, stream>>>(mapped);
  cudaDeviceSynchronize();
  sum += second[3] + beside[0];
  for (int round = 0; round < 3; ++round) {
    cudaHostUnregister(second);
    for (int i = 0; i < n; ++i) second[i] = round;
    cudaHostRegister(second, bytes, cudaHostRegisterMapped);
    cudaMemcpyAsync(device, second, bytes, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
  }
  printf("%d\n", sum);
  cudaHostUnregister(first.data());
  cudaHostUnregister(second);
  free(second);
  cudaEventDestroy(uploaded);
  cudaStreamDestroy(stream);
  cudaFree(device);
}
