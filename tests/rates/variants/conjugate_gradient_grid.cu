// Conjugate gradients in one cooperative kernel: grid.sync between the steps, dot products by block reduction and atomics.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
__device__ float blockSum(float v) {
  __shared__ float part[32];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  for (int d = warp.size() / 2; d > 0; d /= 2) v += warp.shfl_down(v, d);
  block.sync();
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v;
  block.sync();
  float total = 0;
  for (unsigned i = 0; i < warp.meta_group_size(); ++i) total += part[i];
  return total;
}
__global__ void solve(const float* b, float* x, float* r, float* p, float* q, float* dots, int n, int iterations) {
  cg::grid_group grid = cg::this_grid();
  int first = grid.thread_rank(), stride = grid.size();
  for (int i = first; i < n; i += stride) { x[i] = 0; r[i] = p[i] = b[i]; }
  float local = 0;
  for (int i = first; i < n; i += stride) local += r[i] * r[i];
  float s = blockSum(local);
  if (threadIdx.x == 0) atomicAdd(&dots[0], s);
  grid.sync();  // defect7: grid-barrier-skipped
  float rr = dots[0];
  for (int it = 0; it < iterations; ++it) {
    for (int i = first; i < n; i += stride)
      q[i] = 2.5f * p[i] - (i > 0 ? p[i - 1] : 0) - (i < n - 1 ? p[i + 1] : 0);  // defect2: race-global
    local = 0;
    for (int i = first; i < n; i += stride) local += p[i] * q[i];
    s = blockSum(local);
    if (threadIdx.x == 0) atomicAdd(&dots[2 * it + 1], s);  // defect4: uninitialized-global|out-of-bounds-global defect5: out-of-bounds-global
    grid.sync();
    float alpha = rr / dots[2 * it + 1];
    local = 0;
    for (int i = first; i < n; i += stride) { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; local += r[i] * r[i]; }
    s = blockSum(local);
    if (threadIdx.x == 0) atomicAdd(&dots[2 * it + 2], s); // defect5: out-of-bounds-global defect4: uninitialized-global  // defect3: race-atomic
#if DEFECT != 3
    grid.sync();
#endif
    float next = dots[2 * it + 2];  // defect3: race-atomic
    float beta = next / rr;
    rr = next;
    for (int i = first; i < n; i += stride) p[i] = r[i] + beta * p[i];  // defect2: race-global
#if DEFECT == 6
    if (rr < 50.f * blockIdx.x) break;
#endif
#if DEFECT != 2
    grid.sync();  // defect6: grid-barrier-skipped
#endif
  }
}
int main() {
  int n = 700, iterations = 6;
  std::vector<float> hb(n, 1.f), hx(n);
  float *b, *x, *r, *p, *q, *dots;
  for (float** v : {&b, &x, &r, &p, &q}) cudaMalloc(v, n * sizeof(float));
#if DEFECT == 5
  cudaMalloc(&dots, (2 * iterations) * sizeof(float)); cudaMemset(dots, 0, (2 * iterations) * sizeof(float));
#else
  cudaMalloc(&dots, (2 * iterations + 1) * sizeof(float));
#if DEFECT == 4
  cudaMemset(dots, 0, 2 * iterations + 1);
#else
  cudaMemset(dots, 0, (2 * iterations + 1) * sizeof(float));
#endif
#endif
  cudaMemcpy(b, hb.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  void* args[] = {&b, &x, &r, &p, &q, &dots, &n, &iterations};
  int perSm = 0; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, solve, 128, 0);
#if DEFECT == 7
  solve<<<4, 128>>>(b, x, r, p, q, dots, n, iterations);
#else
  cudaLaunchCooperativeKernel((void*)solve, dim3(4), dim3(128), args, 0, 0);
#endif
  cudaMemcpy(hx.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
  puts(hx[350] > 1.9f && hx[350] < 2.1f && perSm > 0 ? "ok" : "FAIL");
  for (float* v : {b, x, r, p, q, dots}) cudaFree(v);
}
