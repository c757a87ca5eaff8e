// LSD radix sort in one block: per bit a ballot, ranks from popcounts, scatter through shared memory.
#include <cstdio>
#include <vector>
#define N 256
__global__ void radix(unsigned *data) {
  __shared__ unsigned keys[N], zerosOfWarp[N / 32];
  unsigned t = threadIdx.x, lane = t & 31, warp = t >> 5;
  unsigned key = data[t];
  for (int bit = 0; bit < 16; ++bit) {
    bool one = key >> bit & 1;
    unsigned ballot = __ballot_sync(0xffffffffu, !one);
    if (lane == 0) zerosOfWarp[warp] = __popc(ballot);
    __syncthreads();
    unsigned zerosBefore = 0, zeros = 0;
    for (unsigned w = 0; w < N / 32; ++w) {
      if (w < warp) zerosBefore += zerosOfWarp[w];
      zeros += zerosOfWarp[w];
    }
    unsigned rank = zerosBefore + __popc(ballot & ((1u << lane) - 1));
    unsigned to = one ? zeros + (t - rank) : rank;
    keys[to] = key;
    __syncthreads();
    key = keys[t];
  }
  data[t] = key;
}
int main() {
  std::vector<unsigned> h(N);
  for (int i = 0; i < N; ++i) h[i] = (i * 40503u) & 0xffff;
  unsigned *d;
  cudaMalloc(&d, N * sizeof(unsigned));
  cudaMemcpy(d, h.data(), N * sizeof(unsigned), cudaMemcpyHostToDevice);
  radix<<<1, N>>>(d);
  cudaMemcpy(h.data(), d, N * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 1; i < N; ++i) if (h[i - 1] > h[i]) { printf("at %d\n", i); return 1; }
  return 0;
}
