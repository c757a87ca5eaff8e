// The launch passes bytes for the integers, but not for the floats after them.
__global__ void both(float* out) {
  extern __shared__ int numbers[];
  float* values = (float*)(numbers + blockDim.x);
  numbers[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = numbers[threadIdx.x];  // expect: dynamic-shared
  out[threadIdx.x] = values[threadIdx.x];      // expect: dynamic-shared
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  both<<<1, 32, 32 * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
