// The host reads and writes memory that it has registered, while copies and a kernel still use it.
// told: the host reads .* before it has waited for a copy that writes it
// told: the host writes .* before it has waited for a copy that reads it
// told: the host reads .* before it has waited for the kernel
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void write(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  const int n = 64, bytes = n * sizeof(int);
  std::vector<int> first(n, 1);
  int* second = static_cast<int*>(malloc(bytes));
  cudaHostRegister(first.data(), bytes, cudaHostRegisterDefault);
  cudaHostRegister(second, bytes, cudaHostRegisterMapped);
  int* device;
  cudaMalloc(&device, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(device, first.data(), bytes, cudaMemcpyHostToDevice, stream);
  int* refill = first.data();
  refill[5] = 2;  // expect: not-synchronized
  twice<<<1, n, 0, stream>>>(device);
  cudaMemcpyAsync(second, device, bytes, cudaMemcpyDeviceToHost, stream);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += second[i];  // expect: not-synchronized
  cudaStreamSynchronize(stream);
  int* mapped;
  cudaHostGetDevicePointer(&mapped, second, 0);
  write<<<1, n, 0, stream>>>(mapped);
  sum += second[3];  // expect: not-synchronized
  cudaStreamSynchronize(stream);
  printf("%d\n", sum);
  cudaHostUnregister(first.data());
  cudaHostUnregister(second);
  free(second);
  cudaStreamDestroy(stream);
  cudaFree(device);
}
