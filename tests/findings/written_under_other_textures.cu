// Work on another stream writes or frees arrays and pitched memory from which a kernel reads by textures and surfaces,
// and nothing orders the two.
// told: ^a call that fills global memory on one stream is unordered with work on another that reads it$
// told: ^a call that frees global memory on one stream is unordered with work on another that reads it$
__global__ void read_line(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex1D<float>(texture, threadIdx.x); }

__global__ void read_plane(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f);
}

__global__ void gather(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2Dgather<float4>(texture, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f).y;
}

__global__ void read_space(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex3D<float>(texture, threadIdx.x % 4, threadIdx.x / 4 % 4, threadIdx.x / 16);
}

__global__ void read_surface(cudaSurfaceObject_t surface, float* out) {
  out[threadIdx.x] = surf2Dread<float>(surface, threadIdx.x % 8 * sizeof(float), threadIdx.x / 8);
}

__global__ void write_surface(cudaSurfaceObject_t surface, float value) {
  surf2Dwrite(value, surface, threadIdx.x % 8 * sizeof(float), threadIdx.x / 8);
}

cudaTextureObject_t texture_over(const cudaResourceDesc& resource) {
  cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  return texture;
}

cudaResourceDesc of_array(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaResourceDesc of_rows(float* memory, size_t pitch) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 8;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = pitch;
  return resource;
}

void copy_into(cudaArray_t array, float* from, cudaExtent extent, cudaStream_t stream) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from, extent.width * sizeof(float), extent.width, extent.height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3DAsync(&copy, stream);
}

int main() {
  const cudaExtent line = make_cudaExtent(32, 1, 1), plane = make_cudaExtent(8, 4, 1), space = make_cudaExtent(4, 4, 2);
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  float *from, *out, *rows, *freed;
  size_t pitch;
  cudaMalloc(&from, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMallocPitch(&rows, &pitch, 8 * sizeof(float), 4);
  cudaMallocAsync(&freed, 4 * pitch, first);
  cudaArray_t of_line, of_plane, of_space, of_surface;
  cudaMallocArray(&of_line, &floats, 32, 0);
  cudaMallocArray(&of_plane, &floats, 8, 4, cudaArrayTextureGather);
  cudaMalloc3DArray(&of_space, &floats, space);
  cudaMallocArray(&of_surface, &floats, 8, 4, cudaArraySurfaceLoadStore);
  cudaMemsetAsync(from, 0, 32 * sizeof(float), first);
  cudaMemset2DAsync(rows, pitch, 0, 8 * sizeof(float), 4, first);
  cudaMemsetAsync(freed, 0, 4 * pitch, first);
  copy_into(of_line, from, line, first);
  copy_into(of_plane, from, plane, first);
  copy_into(of_space, from, space, first);
  copy_into(of_surface, from, plane, first);
  cudaStreamSynchronize(first);
  const cudaTextureObject_t textures[] = {texture_over(of_array(of_line)), texture_over(of_array(of_plane)),
                                          texture_over(of_array(of_space)), texture_over(of_rows(rows, pitch)),
                                          texture_over(of_rows(freed, pitch))};
  cudaSurfaceObject_t surface;
  const cudaResourceDesc under_surface = of_array(of_surface);
  cudaCreateSurfaceObject(&surface, &under_surface);

  read_line<<<1, 32, 0, first>>>(textures[0], out);
  cudaMemcpy2DToArrayAsync(of_line, 0, 0, from, 128, 128, 1, cudaMemcpyDeviceToDevice, second);  // expect: race-streams
  cudaDeviceSynchronize();
  read_plane<<<1, 32, 0, first>>>(textures[1], out);
  cudaMemcpy2DToArrayAsync(of_plane, 0, 0, from, 32, 32, 4, cudaMemcpyDeviceToDevice, second);  // expect: race-streams
  cudaDeviceSynchronize();
  gather<<<1, 32, 0, first>>>(textures[1], out);
  cudaMemcpy2DToArrayAsync(of_plane, 0, 0, from, 32, 32, 4, cudaMemcpyDeviceToDevice, second);  // expect: race-streams
  cudaDeviceSynchronize();
  read_space<<<1, 32, 0, first>>>(textures[2], out);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from, 16, 4, 4);
  copy.dstArray = of_space;
  copy.extent = space;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3DAsync(&copy, second);  // expect: race-streams
  cudaDeviceSynchronize();
  read_plane<<<1, 32, 0, first>>>(textures[3], out);
  cudaMemset2DAsync(rows, pitch, 1, 8 * sizeof(float), 4, second);  // expect: race-streams
  cudaDeviceSynchronize();
  read_surface<<<1, 32, 0, first>>>(surface, out);
  cudaMemcpy2DToArrayAsync(of_surface, 0, 0, from, 32, 32, 4, cudaMemcpyDeviceToDevice, second);  // expect: race-streams
  cudaDeviceSynchronize();
  write_surface<<<1, 32, 0, first>>>(surface, 1);
  cudaMemcpy2DFromArrayAsync(from, 32, of_surface, 0, 0, 32, 4, cudaMemcpyDeviceToDevice, second);  // expect: race-streams
  cudaDeviceSynchronize();
  read_plane<<<1, 32, 0, first>>>(textures[4], out);
  cudaFreeAsync(freed, second);  // expect: race-streams

  cudaDeviceSynchronize();
  for (cudaTextureObject_t texture : textures) cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  for (cudaArray_t array : {of_line, of_plane, of_space, of_surface}) cudaFreeArray(array);
  for (float* memory : {from, out, rows}) cudaFree(memory);
  for (cudaStream_t stream : {first, second}) cudaStreamDestroy(stream);
}
