// A pointer to one of two local variables, or into one of two arrays, stays inside.
__global__ void Choose(int* out, const int* choice, int n) {
  int low = choice[threadIdx.x], high = 2 * low;
  int few[2] = {low, high}, many[4] = {1, 2, 3, 4};
  int* p = choice[threadIdx.x] ? &low : &high;
  p[0] = 200;
  int* array = choice[threadIdx.x] ? few : many;
  array[choice[threadIdx.x] ? n - 3 : n - 1] = 5;
  out[threadIdx.x] = low + high + few[1] + many[3];
}

int main() {
  int *out, *choice, values[32];
  for (int i = 0; i < 32; ++i) values[i] = i % 2;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&choice, 32 * sizeof(int));
  cudaMemcpy(choice, values, sizeof values, cudaMemcpyHostToDevice);
  Choose<<<1, 32>>>(out, choice, 4);
  cudaFree(out);
  cudaFree(choice);
  return cudaDeviceSynchronize() != cudaSuccess;
}
