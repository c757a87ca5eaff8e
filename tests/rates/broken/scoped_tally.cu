#include <cstdio>
#include <vector>

// votes[c]: number of ballots for candidate c. Block scope is cheaper.
__global__ void tally(const unsigned char* ballots, int n, int* votes, int candidates) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int c = ballots[i];
    if (c < candidates) atomicAdd_block(&votes[c], 1);  // defect: race-atomic
  }
}

int main() {
  const int n = 2000, candidates = 6;
  std::vector<unsigned char> ballots(n);
  for (int i = 0; i < n; ++i) ballots[i] = (i * i) % 7;
  unsigned char* d;
  int *dv, v[candidates];
  cudaMalloc(&d, n);
  cudaMalloc(&dv, sizeof v);
  cudaMemcpy(d, ballots.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(dv, 0, sizeof v);
  tally<<<4, 128>>>(d, n, dv, candidates);
  cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
  for (int c = 0; c < candidates; ++c) printf("candidate %d: %d\n", c, v[c]);
  cudaFree(d);
  cudaFree(dv);
  return 0;
}
