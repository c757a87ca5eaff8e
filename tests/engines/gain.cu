// Which kernels `--engine warps` leaves to plain loops because they would lose: `lockstep build -v --engine warps` must
// print for each kernel what the comment says.

#include <cstdio>
#include <vector>

// Each lane walks through memory of its own.
// expect: runs on plain loops: no thread waits for another; whole warps would be slower, because its lanes would collect more from scattered places than they compute
__global__ void SumsOwnRow(int* out, const int* starts, const int* places, const int* in) {
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = starts[t]; i < starts[t + 1]; ++i) sum += in[places[i]];
  out[t] = sum;
}

// As many rounds, but neighbours read neighbours.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void SumsOwnColumn(int* out, const int* starts, const int* in) {
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < starts[t + 1] - starts[t]; ++i) sum += in[i * 64 + t];
  out[t] = sum;
}

// Scattered places, but much to do with what is there.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void ComputesMuch(int* out, const int* places, const int* in) {
  const int t = threadIdx.x;
  unsigned sum = 0;
  for (int i = 0; i < 64; ++i) {
    unsigned x = in[places[t] + i];
    x ^= x << 13, x ^= x >> 17, x ^= x << 5, x += x << 3, x ^= x >> 11;
    sum += x ^ x << 7;
  }
  out[t] = sum;
}

// Without it, each thread would have a stack of its own.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WaitsAtTheEnd(int* out, const int* starts, const int* places, const int* in) {
  __shared__ int sums[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = starts[t]; i < starts[t + 1]; ++i) sum += in[places[i]];
  sums[t] = sum;
  __syncthreads();
  out[t] = sums[63 - t];
}

template <class T>
T* OnDevice(const std::vector<T>& from) {
  T* to;
  cudaMalloc(&to, from.size() * sizeof(T));
  cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

int main() {
  std::vector<int> in(64 * 64), places(64 * 64), starts{0}, out(4 * 64), expected(4 * 64);
  for (int i = 0; i < 64 * 64; ++i) in[i] = i * 37 % 101, places[i] = i * 29 % 4000;
  for (int t = 0; t < 64; ++t) starts.push_back(starts[t] + t * 13 % 40);
  for (int t = 0; t < 64; ++t) {
    for (int i = starts[t]; i < starts[t + 1]; ++i) expected[t] += in[places[i]];
    for (int i = 0; i < starts[t + 1] - starts[t]; ++i) expected[64 + t] += in[i * 64 + t];
    for (int i = 0; i < 64; ++i) {
      unsigned x = in[places[t] + i];
      x ^= x << 13, x ^= x >> 17, x ^= x << 5, x += x << 3, x ^= x >> 11;
      expected[128 + t] += x ^ x << 7;
    }
  }
  for (int t = 0; t < 64; ++t) expected[192 + t] = expected[63 - t];
  int *din = OnDevice(in), *dplaces = OnDevice(places), *dstarts = OnDevice(starts), *dout = OnDevice(out);
  SumsOwnRow<<<1, 64>>>(dout, dstarts, dplaces, din);
  SumsOwnColumn<<<1, 64>>>(dout + 64, dstarts, din);
  ComputesMuch<<<1, 64>>>(dout + 128, dplaces, din);
  WaitsAtTheEnd<<<1, 64>>>(dout + 192, dstarts, dplaces, din);
  cudaMemcpy(out.data(), dout, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4 * 64; ++i)
    if (out[i] != expected[i]) return printf("%d: %d, expected %d\n", i, out[i], expected[i]), 1;
  printf("ok\n");
}
