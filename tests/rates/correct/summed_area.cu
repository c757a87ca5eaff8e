// A summed-area table: scan rows with a running carry, transpose, scan again; ragged sizes.
#include <cstdio>
#include <vector>
__global__ void scanRows(float *m, int w, int h) {
  __shared__ float s[64];
  __shared__ float carry;
  int y = blockIdx.x, t = threadIdx.x;
  if (t == 0) carry = 0;
  for (int x0 = 0; x0 < w; x0 += 64) {
    int x = x0 + t;
    s[t] = x < w ? m[y * w + x] : 0;
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
      float v = t >= d ? s[t - d] : 0;
      __syncthreads();
      s[t] += v;
      __syncthreads();
    }
    if (x < w) m[y * w + x] = s[t] + carry;
    __syncthreads();
    if (t == 63) carry += s[63];
    __syncthreads();
  }
}
__global__ void transpose(const float *a, float *b, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h) b[i % w * h + i / w] = a[i];
}
int main() {
  const int w = 90, h = 33;
  std::vector<float> m(w * h, 1);
  float *a, *b;
  cudaMalloc(&a, w * h * 4); cudaMalloc(&b, w * h * 4);
  cudaMemcpy(a, m.data(), w * h * 4, cudaMemcpyHostToDevice);
  scanRows<<<h, 64>>>(a, w, h);
  transpose<<<(w * h + 127) / 128, 128>>>(a, b, w, h);
  scanRows<<<w, 64>>>(b, h, w);
  transpose<<<(w * h + 127) / 128, 128>>>(b, a, h, w);
  cudaMemcpy(m.data(), a, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  return m[w * h - 1] != w * h || m[5 * w + 9] != 60;
}
