// A linear texture that is longer than its memory: elements past the end read as zeros on a GPU.
// recorded: a texture fetch is not recorded as an access
// told: a thread reads past the end of an allocation
#include <cstdio>

__global__ void copy(cudaTextureObject_t texture, int n, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<int>(texture, i);  // expect: out-of-bounds-global
}

int main() {
  const int n = 1000, padded = n + 24;
  int *data, *out, host[padded];
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&out, padded * sizeof(int));
  for (int i = 0; i < n; ++i) host[i] = i + 1;
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = padded * sizeof(int);
  cudaTextureDesc settings = {};
  cudaTextureObject_t texture;
  if (cudaCreateTextureObject(&texture, &resource, &settings, nullptr) != cudaSuccess) return 1;
  copy<<<(padded + 127) / 128, 128>>>(texture, padded, out);
  cudaMemcpy(host, out, padded * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[n - 1], host[n]);
  cudaDestroyTextureObject(texture);
  cudaFree(data);
  cudaFree(out);
}
