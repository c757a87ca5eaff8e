// A struct on the device that contains a pointer to device memory.
struct Image {
  int* pixels;
};

__global__ void set(Image* image) {
  image->pixels[threadIdx.x] = 1;
}

int main() {
  int* pixels;
  cudaMalloc(&pixels, 32 * sizeof(int));
  Image host{pixels}, *device;
  cudaMalloc(&device, sizeof(Image));
  cudaMemcpy(device, &host, sizeof(Image), cudaMemcpyHostToDevice);
  set<<<1, 32>>>(device);
  cudaDeviceSynchronize();
  cudaFree(pixels);
  cudaFree(device);
}
