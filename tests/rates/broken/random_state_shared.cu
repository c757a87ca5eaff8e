// All threads of a block draw from one generator in shared memory.
__device__ unsigned draw(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;  // defect: race-shared|lost-update
  return *state >> 8;
}
__global__ void pi(int rounds, unsigned* inside) {
  __shared__ unsigned state;
  if (threadIdx.x == 0) state = 12345 + blockIdx.x;
  __syncthreads();
  unsigned hits = 0;
  for (int i = 0; i < rounds; ++i) {
    float x = draw(&state) / 16777216.0f, y = draw(&state) / 16777216.0f;
    hits += x * x + y * y < 1;
  }
  atomicAdd(inside, hits);
}
int main() {
  unsigned* inside;
  cudaMalloc(&inside, sizeof(unsigned));
  cudaMemset(inside, 0, sizeof(unsigned));
  pi<<<2, 64>>>(10, inside);
  cudaDeviceSynchronize();
  cudaFree(inside);
}
