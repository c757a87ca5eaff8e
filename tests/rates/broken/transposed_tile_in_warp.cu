// A warp turns a small tile in shared memory, writing rows and reading columns without synchronising.
__global__ void turn(const int *in, int *out) {
  __shared__ int t[4][8];
  int l = threadIdx.x;
  t[l / 8][l % 8] = in[l];         // defect: race-shared|uninitialized-shared
  out[l] = t[l % 4][l / 4];        // defect: race-shared|uninitialized-shared
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128);
  cudaMemset(a, 0, 128);
  turn<<<1, 32>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
