// The allocation's pointer never reaches the launch.
__global__ void set(int* out) {
  out[threadIdx.x] = 1;  // expect: null-pointer
}

int main() {
  int* out = nullptr;
  set<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess;
}
