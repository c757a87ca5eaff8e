#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void rows(const float* in, size_t pitch, float* out, int w, int h) { int y = threadIdx.x; if (y < h) { const float* r = (const float*)((const char*)in + y * pitch); float s = 0; for (int x = 0; x <= w; ++x) s += r[x]; // defect: uninitialized-global
 out[y] = s; } }
int main() { const int w = 37, h = 16; float *d, *o; size_t p; cudaMallocPitch(&d, &p, w * 4, h); cudaMalloc(&o, h * 4); std::vector<float> a(w * h, 1), b(h); cudaMemcpy2D(d, p, a.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice); rows<<<1, 32>>>(d, p, o, w, h); cudaMemcpy(b.data(), o, h * 4, cudaMemcpyDeviceToHost); printf("%g\n", b[0]); cudaFree(d); cudaFree(o); }
