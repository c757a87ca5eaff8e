// Two grids that a thread launches on two streams add to the same value.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
__global__ void Add(int* sum, int value) { *sum += value; }  // expect: race-streams
__global__ void Start(int* sum) {
  Add<<<1, 1, 0, cudaStreamFireAndForget>>>(sum, 1);
  Add<<<1, 1>>>(sum, 2);
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  Start<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
