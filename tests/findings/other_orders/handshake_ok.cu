// The first block asks, the second one answers if it sees the question, and the first one takes the answer if it sees it:
// a fence comes before each of these flags, and after it.

__device__ int question, answer, state;

__global__ void Talk(int* out) {
  if (blockIdx.x == 0) {
    question = 6;
    __threadfence();
    atomicExch(&state, 1);
    if (atomicAdd(&state, 0) != 2) return;
    __threadfence();
    out[0] = answer;
  } else if (atomicAdd(&state, 0) == 1) {
    __threadfence();
    answer = 7 * question;
    __threadfence();
    atomicExch(&state, 2);
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  Talk<<<2, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return cudaGetLastError() != cudaSuccess;
}
