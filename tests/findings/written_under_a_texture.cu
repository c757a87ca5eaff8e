// Work on another stream writes or frees the memory from which a kernel fetches, and nothing orders the two.
// told: ^a call that fills global memory on one stream is unordered with work on another that reads it$
// told: ^a call that frees global memory on one stream is unordered with work on another that reads it$
#include <cstdio>

__global__ void copy(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

__global__ void copy_bytes(cudaTextureObject_t texture, int n, int* out) {
  if (threadIdx.x < n) out[threadIdx.x] = tex1Dfetch<unsigned char>(texture, threadIdx.x);
}

cudaTextureObject_t texture_over(void* memory, cudaChannelFormatDesc format, size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = bytes;
  cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  return texture;
}

int main() {
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  float *filled, *freed, *out;
  unsigned char* bytes;
  int* numbers;
  cudaMalloc(&filled, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMalloc(&bytes, 27);
  cudaMalloc(&numbers, 32 * sizeof(int));
  cudaMallocAsync(&freed, 32 * sizeof(float), first);
  cudaMemsetAsync(filled, 0, 32 * sizeof(float), first);
  cudaMemsetAsync(freed, 0, 32 * sizeof(float), first);
  cudaMemsetAsync(bytes, 1, 27, first);
  cudaStreamSynchronize(first);
  const cudaTextureObject_t of_filled = texture_over(filled, cudaCreateChannelDesc<float>(), 32 * sizeof(float));
  const cudaTextureObject_t of_freed = texture_over(freed, cudaCreateChannelDesc<float>(), 32 * sizeof(float));
  const cudaTextureObject_t of_bytes = texture_over(bytes, cudaCreateChannelDesc<unsigned char>(), 27);

  copy_bytes<<<1, 32, 0, first>>>(of_bytes, 27, numbers);
  copy<<<1, 32, 0, first>>>(of_filled, out);
  cudaMemsetAsync(filled, 1, 32 * sizeof(float), second);  // expect: race-streams
  cudaStreamSynchronize(first);
  copy<<<1, 32, 0, first>>>(of_freed, out);
  cudaFreeAsync(freed, second);  // expect: race-streams

  cudaDeviceSynchronize();
  for (cudaTextureObject_t texture : {of_filled, of_freed, of_bytes}) cudaDestroyTextureObject(texture);
  cudaFree(filled);
  cudaFree(out);
  cudaFree(bytes);
  cudaFree(numbers);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
