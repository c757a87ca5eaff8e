// A blur with a shared tile: the loads of the apron and the blur are not separated by a barrier.
__global__ void blur(const float* in, float* out, int w, int h) {
  __shared__ float tile[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int dy = threadIdx.y; dy < 18; dy += 16)
    for (int dx = threadIdx.x; dx < 18; dx += 16) {
      int sx = min(max(int(blockIdx.x * 16) + dx - 1, 0), w - 1), sy = min(max(int(blockIdx.y * 16) + dy - 1, 0), h - 1);
      tile[dy][dx] = in[sy * w + sx];  // defect: race-shared
    }
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) sum += tile[threadIdx.y + j][threadIdx.x + i];  // defect: race-shared
  if (x < w && y < h) out[y * w + x] = sum / 9;
}
int main() {
  const int w = 64, h = 48;
  float *a, *b;
  cudaMalloc(&a, w * h * sizeof(float));
  cudaMalloc(&b, w * h * sizeof(float));
  cudaMemset(a, 0, w * h * sizeof(float));
  blur<<<dim3(4, 3), dim3(16, 16)>>>(a, b, w, h);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
