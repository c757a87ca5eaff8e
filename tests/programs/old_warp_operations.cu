// Shuffles and votes without `_sync`, which CUDA had until version 8 and GPUs until sm_60.
#include <cstdio>

#if CUDART_VERSION < 9000 || defined(__LOCKSTEP__)

__global__ void Sum(const float* in, float* out, int* wrong) {
  float sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down(sum, step);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;

  float all = in[threadIdx.x];
  for (int mask = 16; mask > 0; mask /= 2) all += __shfl_xor(all, mask);
  if (all != __shfl(sum, 0)) *wrong = 1;
  const int lane = threadIdx.x % 32;
  if (__shfl_up(lane, 1, 8) != (lane % 8 ? lane - 1 : lane)) *wrong = 2;
  if (!__any(lane == 5) || __all(lane == 5) || __ballot(lane < 4) != 0xf) *wrong = 3;
  // Only the arriving lanes participate.
  if (lane >= 16) {
    if (!__all(lane >= 16) || __ballot(1) != 0xffff0000u) *wrong = 4;
    if (__shfl(lane, 20) != 20) *wrong = 5;
  }
}

int main() {
  float *in, *out;
  int* wrong;
  cudaMallocManaged(&in, 64 * sizeof *in);
  cudaMallocManaged(&out, 2 * sizeof *out);
  cudaMallocManaged(&wrong, sizeof *wrong);
  *wrong = 0;
  for (int i = 0; i < 64; ++i) in[i] = i;
  Sum<<<1, 64>>>(in, out, wrong);
  cudaThreadSynchronize();
  const bool good = *wrong == 0 && out[0] == 31 * 16 && out[1] == 31 * 16 + 32 * 32;
  if (!good) printf("%d %g %g\n", *wrong, out[0], out[1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(wrong);
  printf("%s\n", good ? "ok" : "wrong");
  return good ? 0 : 1;
}

#else

int main() { printf("ok\n"); }

#endif
