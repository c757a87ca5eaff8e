// One allocation for three arrays; the third begins at an odd number of bytes.
struct Particles {
  unsigned char* kind;
  float *x, *y;
};
__global__ void move(Particles p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && p.kind[i] == 0) {
    p.x[i] += 1.0f;  // defect: misaligned
    p.y[i] -= 1.0f;  // defect: misaligned
  }
}
int main() {
  const int n = 101;
  unsigned char* block;
  cudaMalloc(&block, n * (1 + 2 * sizeof(float)));
  cudaMemset(block, 0, n * (1 + 2 * sizeof(float)));
  Particles p{block, reinterpret_cast<float*>(block + n), reinterpret_cast<float*>(block + n + n * sizeof(float))};
  move<<<1, 128>>>(p, n);
  cudaDeviceSynchronize();
  cudaFree(block);
}
