// Fills and copies of a number of bytes that is known only at run time, and that local variables hold.
#include <cstring>
struct Point {
  int x, y, z;
};

__global__ void FillArray(int* out, int bytes) {
  int v[4] = {1, 2, 3, 4};
  memset(v, 0, bytes);
  memset(v + 2, 0, bytes / 2);
  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = v[i];
}

__global__ void FillStruct(int* out, int bytes) {
  Point p;
  memset(&p, 0, bytes);
  out[threadIdx.x] = p.x + p.y + p.z;
}

__global__ void CopyInto(int* out, const int* from, int bytes) {
  int v[4];
  memcpy(v, from, bytes);
  memcpy(v + 4, from, bytes - 16);
  for (int i = 0; i < 4; ++i) out[threadIdx.x] += v[i];
}

__global__ void CopyFrom(int* out, int first, int bytes) {
  int v[4] = {first, 2, 3, 4};
  memcpy(out, v, bytes);
}

int main() {
  constexpr int kBytes = 64 * sizeof(int);
  int *out, *from;
  cudaMalloc(&from, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMemset(from, 1, kBytes);
  cudaMemset(out, 0, kBytes);
  FillArray<<<1, 4>>>(out, 16);
  FillStruct<<<1, 4>>>(out, 12);
  CopyInto<<<1, 4>>>(out, from, 16);
  CopyFrom<<<1, 1>>>(out, 1, 16);
  cudaFree(out);
  cudaFree(from);
  return cudaDeviceSynchronize() != cudaSuccess;
}
