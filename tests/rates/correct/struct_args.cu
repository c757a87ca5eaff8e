// A struct of arrays as the kernel's argument, and its members through references, copies and member functions.
#include <cstdio>
struct Params { float *out; int dims[3]; float coef[4]; int n; __device__ __noinline__ float poly(float x) const { float r = 0; for (int i = 3; i >= 0; --i) r = r * x + coef[i]; return r; } __device__ __noinline__ int at(int k) const { return dims[k]; } };
__device__ __noinline__ void apply(const Params &p, int i, float (&w)[2]) { w[0] = p.poly(i); w[1] = p.at(i % 3); }
__device__ __noinline__ float byval(Params p, int i) { p.coef[i % 4] = 1; const float *c = p.coef; return c[i % 4] + p.at(i % 3); }
__global__ void k(Params p) { int i = threadIdx.x; if (i < p.n) { float w[2]; apply(p, i, w); p.out[i] = w[0] + w[1] + byval(p, i); } }
int main() { Params p{nullptr, {1,2,3}, {1,2,3,4}, 40}; cudaMalloc(&p.out, 160); k<<<1,64>>>(p); float h[40]; cudaMemcpy(h,p.out,160,cudaMemcpyDeviceToHost); cudaFree(p.out); printf("%f\n",h[3]); return 0; }
