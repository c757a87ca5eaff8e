// Memory is freed, and the objects destroyed, after the kernels that fetch from textures and access surfaces.
#include <cstdio>

__global__ void by_index(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

__global__ void by_position(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}

__global__ void by_surface(cudaSurfaceObject_t surface, float* out) {
  float value;
  surf2Dread(&value, surface, int(threadIdx.x * sizeof(float)), 1);
  out[threadIdx.x] = value;
}

__global__ void destroyed(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x) + 1;
}

cudaTextureObject_t texture_over(const cudaResourceDesc& resource) {
  cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  return texture;
}

cudaResourceDesc linear(float* data, int n) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  return resource;
}

cudaResourceDesc array(cudaArray_t* memory, int n, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  float zeros[2 * 32] = {};
  cudaMallocArray(memory, &format, n, 2, flags);
  cudaMemcpy2DToArray(*memory, 0, 0, zeros, n * sizeof(float), n * sizeof(float), 2, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = *memory;
  return resource;
}

int main() {
  const int n = 32;
  float *data, *kept, *out, host[n];
  cudaArray_t image, target;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&kept, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(data, 0, n * sizeof(float));
  cudaMemset(kept, 0, n * sizeof(float));
  const cudaTextureObject_t of_data = texture_over(linear(data, n)), of_kept = texture_over(linear(kept, n));
  const cudaTextureObject_t of_image = texture_over(array(&image, n, cudaArrayDefault));
  cudaSurfaceObject_t of_target;
  const cudaResourceDesc target_resource = array(&target, n, cudaArraySurfaceLoadStore);
  cudaCreateSurfaceObject(&of_target, &target_resource);
  by_index<<<1, n>>>(of_data, out);
  by_position<<<1, n>>>(of_image, out);
  by_surface<<<1, n>>>(of_target, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFreeArray(image);
  cudaFreeArray(target);
  cudaDestroyTextureObject(of_data);
  cudaDestroyTextureObject(of_image);
  cudaDestroySurfaceObject(of_target);
  destroyed<<<1, n>>>(of_kept, out);
  cudaDestroyTextureObject(of_kept);
  printf("%d\n", cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(kept);
  cudaFree(out);
}
