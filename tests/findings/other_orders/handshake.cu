// The first block asks, the second one answers if it sees the question, and the first one takes the answer if it sees it.
// The answer has no fence. In the order of their numbers the first block looks for it before the second one begins.

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
    answer = 7 * question;  // expect: race-global
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
