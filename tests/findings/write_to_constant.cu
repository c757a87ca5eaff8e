// A kernel that writes a variable which is constant for kernels.
__constant__ int limits[4];

__global__ void set(int* out) {
  const_cast<int*>(limits)[threadIdx.x] = 1;  // expect: read-only-write
  out[threadIdx.x] = limits[threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  set<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
