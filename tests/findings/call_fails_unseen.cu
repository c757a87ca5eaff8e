// There is no such device, and what the call returns is thrown away.
__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int *x, devices;
  cudaGetDeviceCount(&devices);
  cudaSetDevice(devices);  // expect: error-ignored
  cudaMalloc(&x, 32 * sizeof(int));
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
