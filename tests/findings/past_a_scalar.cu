// A pointer to one of two local variables goes past it.
// recorded: a pointer that may point to one of two variables is not followed
// told: `low`|`high`
__global__ void Choose(int* out, const int* choice) {
  int low = choice[threadIdx.x], high = 2 * low;
  int* p = choice[threadIdx.x] ? &low : &high;
  p[1] = 200;  // expect: out-of-bounds-local
  out[threadIdx.x] = low + high;
}

int main() {
  int *out, *choice;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&choice, 32 * sizeof(int));
  cudaMemset(choice, 0, 32 * sizeof(int));
  Choose<<<1, 32>>>(out, choice);
  cudaFree(out);
  cudaFree(choice);
}
