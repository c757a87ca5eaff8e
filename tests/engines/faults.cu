// Launches the kernel of the number in its argument. Each has a fault, and the message names the thread that the comment before
// it expects.

#include <cstdio>
#include <cstdlib>

__device__ int* Outside() { return reinterpret_cast<int*>(1ull << 46); }

// expect: thread (13,0,0) of block (1,0,0)
__global__ void WritesOutside(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* at = i >= 77 && i < 90 ? Outside() : data;
  at[i] = i;
}

// expect: thread (3,5,0) of block (1,2,0)
__global__ void ReadsOutsideInRows(int* data) {
  const bool is_it = threadIdx.x == 3 && threadIdx.y == 5 && blockIdx.x == 1 && blockIdx.y == 2;
  const int* at = is_it ? Outside() : data;
  data[threadIdx.y * 16 + threadIdx.x] = at[threadIdx.x] + 1;
}

// expect: thread (2,4,1) of block (0,0,0)
__global__ void SumsOutside(int* data) {
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < t; ++i) sum += (i == 50 && t == 57 ? Outside() : data)[i];
  data[t] = sum;
}

// expect: thread (9,2,0) of block (2,0,0)
__global__ void AddsRowsBetweenBarriers(int* data) {
  __shared__ int rows[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int round = 0; round < 4; ++round) {
    rows[y][x] = data[y * 16 + x];
    __syncthreads();
    const bool is_it = round == 2 && x == 9 && y == 2 && blockIdx.x == 2;
    (is_it ? Outside() : data)[256 + y * 16 + x] = rows[x][y] + round;
    __syncthreads();
  }
}

// expect: thread (40,0,0) of block (0,0,0)
__global__ void SumsBetweenBarriers(int* data) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = data[t];
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) part[t] += part[t + half];
  }
  __syncthreads();
  if (t == 40) *Outside() = part[0];
}

// expect: thread (0,6,2) of block (0,0,0)
__global__ void ExchangesBefore(int* data) {
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int other = __shfl_xor_sync(__activemask(), data[t], 1);
  if (t == 100) *Outside() = other;
  data[t] = other;
}

// The place is another one when the block runs again.
// expect: a thread of block (0,0,0)
__global__ void HidesTheReason(int** places) {
  int* at = places[threadIdx.x];
  places[threadIdx.x] = places[0];
  at[threadIdx.x % 8] = 1;
}

// Run again, the loop of thread 0 would never end.
// expect: a thread of block (0,0,0)
__global__ void LosesWhatEndsALoop(int* data) {
  int steps = 0;
  for (int n = data[threadIdx.x] + 1; n != 1; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
  data[threadIdx.x] = -1;
  if (threadIdx.x == 5) *Outside() = steps;
}

__global__ void Fill(int** places, int* good) { places[threadIdx.x] = threadIdx.x == 50 ? Outside() : good; }

int main(int, char** words) {
  int *data, **places;
  cudaMalloc(&data, 4096);
  cudaMalloc(&places, 64 * sizeof(int*));
  cudaMemset(data, 0, 4096);
  Fill<<<1, 64>>>(places, data);
  switch (atoi(words[1])) {
    case 0: WritesOutside<<<3, 64>>>(data); break;
    case 1: ReadsOutsideInRows<<<dim3(2, 3), dim3(16, 16)>>>(data); break;
    case 2: SumsOutside<<<1, dim3(5, 7, 3)>>>(data); break;
    case 3: AddsRowsBetweenBarriers<<<4, dim3(16, 16)>>>(data); break;
    case 4: SumsBetweenBarriers<<<1, 64>>>(data); break;
    case 5: ExchangesBefore<<<1, dim3(5, 7, 3)>>>(data); break;
    case 6: HidesTheReason<<<1, 64>>>(places); break;
    case 7: LosesWhatEndsALoop<<<1, 64>>>(data); break;
    default: return 1;
  }
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 2;
}
