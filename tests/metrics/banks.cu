// Access patterns in shared memory, by one warp.

#include <cstdio>

__global__ void Rows(float* out) {
  __shared__ float line[32 * 33];
  const int i = threadIdx.x;
  for (int k = 0; k < 33; ++k) line[32 * k + i] = k;  // metric: store shared requests=33 wavefronts=33 bank_conflicts=0
  __syncwarp();
  float sum = line[i];       // metric: load shared requests=1 wavefronts=1
  sum += line[0];            // metric: load shared requests=1 wavefronts=1
  sum += line[2 * i];        // metric: load shared requests=1 wavefronts=2 bank_conflicts=1 advice: bank-conflict
  sum += line[3 * i];        // metric: load shared requests=1 wavefronts=1
  sum += line[4 * i];        // metric: load shared requests=1 wavefronts=4 bank_conflicts=3 advice: bank-conflict
  sum += line[32 * i];       // metric: load shared requests=1 wavefronts=32 most_wavefronts=32 advice: bank-conflict
  sum += line[33 * i];       // metric: load shared requests=1 wavefronts=1
  sum += line[i / 2 * 32];   // metric: load shared requests=1 wavefronts=16 advice: bank-conflict
  out[i] = sum;
}

__global__ void Wide(double* out) {
  __shared__ double pairs[64];
  __shared__ float4 fours[32];
  const int i = threadIdx.x;
  pairs[i] = i;                                // metric: store shared requests=1 wavefronts=2 bank_conflicts=0
  pairs[i + 32] = i;                           // metric: store shared requests=1 wavefronts=2 bank_conflicts=0
  fours[i] = make_float4(i, 2, 3, 4);          // metric: store shared requests=1 wavefronts=4 bank_conflicts=0
  __syncwarp();
  double sum = pairs[2 * i];                   // metric: load shared requests=1 wavefronts=4 ideal_wavefronts=2 advice: bank-conflict
  const float4 four = fours[31 - i];           // metric: load shared requests=1 wavefronts=4 ideal_wavefronts=4
  sum += four.x + four.y + four.z + four.w;
  sum += fours[i].x;                           // metric: load shared requests=1 wavefronts=4 ideal_wavefronts=1 advice: bank-conflict
  out[i] = sum;
}

// Dynamic shared memory; bytes of one word do not conflict.
__global__ void Bytes(int* out) {
  extern __shared__ unsigned char bytes[];
  const int i = threadIdx.x;
  bytes[i] = i;                 // metric: store shared requests=1 wavefronts=1
  bytes[i + 32] = i;            // metric: store shared requests=1 wavefronts=1
  __syncwarp();
  out[i] = bytes[(i * 4) % 64]; // metric: load shared requests=1 wavefronts=1
}

int main() {
  double* out;
  cudaMalloc(&out, 32 * sizeof(double));
  Rows<<<1, 32>>>(reinterpret_cast<float*>(out));
  Wide<<<1, 32>>>(out);
  Bytes<<<1, 32, 64>>>(reinterpret_cast<int*>(out));
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
