// The same two, and a texture object, set before they are used.
#include <cstring>
typedef int (*Function)(int);
__device__ int Twice(int i) { return 2 * i; }
__device__ Function twice = Twice;

__global__ void Call(int* out, Function function) { out[threadIdx.x] = function(threadIdx.x); }

__global__ void Copy(char* to, const char* from, int bytes) { memcpy(to, from, bytes); }

__global__ void Fetch(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

int main() {
  constexpr int kBytes = 64 * sizeof(float);
  char *memory, *from;
  cudaMalloc(&memory, kBytes);
  cudaMalloc(&from, kBytes);
  cudaMemset(from, 0, kBytes);
  Function function;
  cudaMemcpyFromSymbol(&function, twice, sizeof function);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = from;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = kBytes;
  cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  Call<<<1, 32>>>(reinterpret_cast<int*>(memory), function);
  Copy<<<1, 1>>>(memory, from, 16);
  Fetch<<<1, 32>>>(reinterpret_cast<float*>(memory), texture);
  const bool good = cudaDeviceSynchronize() == cudaSuccess;
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
  cudaFree(from);
  return !good;
}
