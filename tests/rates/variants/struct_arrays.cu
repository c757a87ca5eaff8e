// Arrays that are members of structs.
#include <cstdio>
struct Tile { float a[32]; float b[32]; int n; };
struct Particle { float pos[3]; float vel[3]; float mass; };
__shared__ Tile sharedTile;
__global__ void fill(float* out, Particle* ps, int n) {
  int t = threadIdx.x;
#if DEFECT == 1
  for (int i = t; i <= 32; i += 32) sharedTile.a[i] = t;  // defect1: out-of-bounds-member|race-shared
#else
  for (int i = t; i < 32; i += 32) sharedTile.a[i] = t;
#endif
  sharedTile.b[t] = 2 * t;
  if (t == 0) sharedTile.n = n;
  __syncthreads();
#if DEFECT == 2
  for (int d = 0; d <= 3; ++d) ps[t].pos[d] += 1;  // defect2: out-of-bounds-member
#else
  for (int d = 0; d < 3; ++d) ps[t].pos[d] += 1;
#endif
#if DEFECT == 3
  for (int d = 0; d <= 3; ++d) ps[t].vel[d] *= .5f;  // defect3: out-of-bounds-member
#else
  for (int d = 0; d < 3; ++d) ps[t].vel[d] *= .5f;
#endif
  out[t] = sharedTile.a[t] + sharedTile.b[31 - t] + sharedTile.n;
}
int main() {
  float h[32], *out; Particle* ps; cudaMalloc(&out, sizeof h); cudaMalloc(&ps, 32 * sizeof(Particle)); cudaMemset(ps, 0, 32 * sizeof(Particle));
  fill<<<1, 32>>>(out, ps, 5);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%f\n", h[3]); cudaFree(out); cudaFree(ps);
}
