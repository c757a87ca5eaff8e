// A queue in registers that is filled step by step, and the four largest values in a small sorted array.
#include <cstdio>
#include <vector>
// register queue stencil with partially filled arrays and predicated loads
template <int R> __global__ void march(const float *in, float *out, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x; if (x >= nx) return;
  float q[2 * R + 1];
#pragma unroll
  for (int i = 0; i < 2 * R; ++i) if (i < ny) q[i + 1] = in[i * nx + x];
  for (int y = R; y < ny - R; ++y) {
#pragma unroll
    for (int i = 0; i < 2 * R; ++i) q[i] = q[i + 1];
    q[2 * R] = in[(y + R) * nx + x];
    float s = 0;
#pragma unroll
    for (int i = 0; i <= 2 * R; ++i) s += q[i];
    out[y * nx + x] = s;
  }
}
__global__ void topk(const float *in, float *out, int n) {
  float best[4]; int count = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = in[i];
    if (count < 4) { int j = count++; while (j > 0 && best[j-1] < v) { best[j] = best[j-1]; --j; } best[j] = v; }
    else if (v > best[3]) { int j = 3; while (j > 0 && best[j-1] < v) { best[j] = best[j-1]; --j; } best[j] = v; }
  }
  for (int j = 0; j < count; ++j) out[threadIdx.x * 4 + j] = best[j];
}
int main() { const int nx=50, ny=20; std::vector<float> h(nx*ny, 1), r(nx*ny); float *a,*b; cudaMalloc(&a,nx*ny*4); cudaMalloc(&b,nx*ny*4); cudaMemcpy(a,h.data(),nx*ny*4,cudaMemcpyHostToDevice); cudaMemset(b,0,nx*ny*4);
 march<2><<<2,32>>>(a,b,nx,ny); cudaMemcpy(r.data(),b,nx*ny*4,cudaMemcpyDeviceToHost); topk<<<1,32>>>(a,b,nx*ny); cudaMemcpy(r.data(),b,512,cudaMemcpyDeviceToHost); cudaFree(a); cudaFree(b); printf("%f\n", r[5]); return 0; }
