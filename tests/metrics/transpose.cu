// Transposes a matrix in three ways: directly, through a tile of shared memory, and through a padded tile.

#include <cstdio>
#include <vector>

constexpr int kSide = 64, kTile = 32;

__global__ void Straight(const float* in, float* out) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  const float value = in[y * kSide + x];  // metric: load global requests=128 lanes=4096 sectors=512 ideal_sectors=512
  out[x * kSide + y] = value;             // metric: store global requests=128 lanes=4096 sectors=4096 ideal_sectors=512 advice: scattered-access
}

__global__ void Tiled(const float* in, float* out) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const float value = in[(blockIdx.y * kTile + y) * kSide + blockIdx.x * kTile + x];
  tile[y][x] = value;                     // metric: store shared requests=128 wavefronts=128 ideal_wavefronts=128
  __syncthreads();
  const float turned = tile[x][y];  // metric: load shared requests=128 wavefronts=4096 ideal_wavefronts=128 most_wavefronts=32 advice: bank-conflict
  out[(blockIdx.x * kTile + y) * kSide + blockIdx.y * kTile + x] = turned;  // metric: store global requests=128 sectors=512 ideal_sectors=512
}

__global__ void Padded(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const float value = in[(blockIdx.y * kTile + y) * kSide + blockIdx.x * kTile + x];
  tile[y][x] = value;                     // metric: store shared requests=128 wavefronts=128 bank_conflicts=0
  __syncthreads();
  const float turned = tile[x][y];        // metric: load shared requests=128 wavefronts=128 bank_conflicts=0
  out[(blockIdx.x * kTile + y) * kSide + blockIdx.y * kTile + x] = turned;
}

int main() {
  std::vector<float> matrix(kSide * kSide), result(kSide * kSide);
  for (int i = 0; i < kSide * kSide; ++i) matrix[i] = i;
  float *in, *out;
  cudaMalloc(&in, matrix.size() * sizeof(float));
  cudaMalloc(&out, matrix.size() * sizeof(float));
  cudaMemcpy(in, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 grid(kSide / kTile, kSide / kTile), block(kTile, kTile);
  Straight<<<grid, block>>>(in, out);
  Tiled<<<grid, block>>>(in, out);
  Padded<<<grid, block>>>(in, out);
  cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
  bool right = cudaGetLastError() == cudaSuccess;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) right = right && result[x * kSide + y] == matrix[y * kSide + x];
  cudaFree(in);
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
