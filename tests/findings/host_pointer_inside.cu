// A struct on the device that contains a host pointer.
struct Image {
  int* pixels;
};

__global__ void set(Image* image) {
  image->pixels[threadIdx.x] = 1;  // expect: host-pointer
}

int main() {
  static int pixels[32];
  Image host{pixels}, *device;
  cudaMalloc(&device, sizeof(Image));
  cudaMemcpy(device, &host, sizeof(Image), cudaMemcpyHostToDevice);
  set<<<1, 32>>>(device);
  cudaDeviceSynchronize();
  cudaFree(device);
}
