// A pointer made of a number that is no address.
// told: has the pointer, or the index that is added to it, been set
__global__ void set(int* out) {
  out[threadIdx.x] = 1;  // expect: wild-pointer
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  set<<<1, 32>>>((int*)0x123456789000);
  cudaDeviceSynchronize();
  cudaFree(out);
}
