// Occurrences of a word: pattern in shared memory, counts by popcount of ballots, a local buffer compared.
#include <cstdio>
#include <cstring>
__global__ void search(const char *text, int n, const char *word, int m, int *count) {
  __shared__ char w[32];
  if (threadIdx.x < m) w[threadIdx.x] = word[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool hit = false;
  if (i + m <= n) {
    char here[32];
    for (int k = 0; k < m; ++k) here[k] = text[i + k];
    hit = true;
    for (int k = 0; k < m; ++k) hit &= here[k] == w[k];
  }
  unsigned hits = __ballot_sync(~0u, hit);
  if ((threadIdx.x & 31) == 0 && hits) atomicAdd(count, __popc(hits));
}
int main() {
  char text[1000] = "", *t, *w;
  for (int i = 0; i < 90; ++i) strcat(text, i % 3 ? "needle hay" : "hay hay ha");
  int n = strlen(text), *c, h;
  cudaMalloc(&t, n); cudaMalloc(&w, 6); cudaMalloc(&c, 4);
  cudaMemcpy(t, text, n, cudaMemcpyHostToDevice); cudaMemcpy(w, "needle", 6, cudaMemcpyHostToDevice); cudaMemset(c, 0, 4);
  search<<<(n + 127) / 128, 128>>>(t, n, w, 6, c);
  cudaMemcpy(&h, c, 4, cudaMemcpyDeviceToHost);
  cudaFree(t); cudaFree(w); cudaFree(c);
  printf("%d\n", h);
  return h != 60;
}
