// Fills and copies of too many bytes, whose number is known only at run time, leave local variables.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
struct Point {
  int x, y, z;
};

__global__ void FillArray(int* out, int bytes) {
  int v[4] = {1, 2, 3, 4};
  memset(v, 0, bytes);  // expect: out-of-bounds-local
  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = v[i];
}

__global__ void FillStruct(int* out, int bytes) {
  Point p;
  memset(&p, 0, bytes);  // expect: out-of-bounds-local
  out[threadIdx.x] = p.x + p.y + p.z;
}

__global__ void CopyInto(int* out, const int* from, int bytes) {
  int v[4];
  memcpy(v, from, bytes);  // expect: out-of-bounds-local
  for (int i = 0; i < 4; ++i) out[threadIdx.x] += v[i];
}

__global__ void CopyFrom(int* out, int first, int bytes) {
  int v[4] = {first, 2, 3, 4};
  memcpy(out, v, bytes);  // expect: out-of-bounds-local
}

void Run(int which) {
  constexpr int kBytes = 64 * sizeof(int);
  int *out, *from;
  cudaMalloc(&out, kBytes);
  cudaMalloc(&from, kBytes);
  cudaMemset(out, 0, kBytes);
  cudaMemset(from, 1, kBytes);
  if (which == 0) FillArray<<<1, 4>>>(out, 32);
  if (which == 1) FillStruct<<<1, 4>>>(out, 16);
  if (which == 2) CopyInto<<<1, 4>>>(out, from, 20);
  if (which == 3) CopyFrom<<<1, 1>>>(out, 1, 24);
  cudaFree(out);
  cudaFree(from);
}

// Each in a process of its own, because the first fault ends all kernels of one.
int main() {
  for (int which = 0; which < 4; ++which) {
    if (fork() == 0) return Run(which), 0;
    wait(nullptr);
  }
}
