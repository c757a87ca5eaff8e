// Edges of a grey picture: an 18 x 18 tile of bytes is loaded by 16 x 16 threads in a loop over its cells.
#include <cstdio>
#include <vector>
#define B 16
__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h) {
  __shared__ unsigned char tile[(B + 2) * (B + 2)];
  int x0 = blockIdx.x * B - 1, y0 = blockIdx.y * B - 1;
  for (int k = threadIdx.y * B + threadIdx.x; k < (B + 2) * (B + 2); k += B * B) {
    int x = min(max(x0 + k % (B + 2), 0), w - 1), y = min(max(y0 + k / (B + 2), 0), h - 1);
    tile[k] = in[y * w + x];
  }
  __syncthreads();
  int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
  if (x >= w || y >= h) return;
  const unsigned char *t = &tile[threadIdx.y * (B + 2) + threadIdx.x];
  int gx = t[2] - t[0] + 2 * (t[B + 4] - t[B + 2]) + t[2 * (B + 2) + 2] - t[2 * (B + 2)];
  int gy = t[2 * (B + 2)] - t[0] + 2 * (t[2 * (B + 2) + 1] - t[1]) + t[2 * (B + 2) + 2] - t[2];
  out[y * w + x] = min(abs(gx) + abs(gy), 255);
}
int main() {
  const int w = 61, h = 43;
  std::vector<unsigned char> p(w * h);
  for (int i = 0; i < w * h; ++i) p[i] = i % w > 30 ? 200 : 10;
  unsigned char *a, *b;
  cudaMalloc(&a, w * h); cudaMalloc(&b, w * h);
  cudaMemcpy(a, p.data(), w * h, cudaMemcpyHostToDevice);
  sobel<<<dim3((w + B - 1) / B, (h + B - 1) / B), dim3(B, B)>>>(a, b, w, h);
  cudaMemcpy(p.data(), b, w * h, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%d %d\n", p[10 * w + 31], p[5]);
  return p[10 * w + 31] != 255 || p[5] != 0;
}
