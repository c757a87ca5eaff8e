// A picture is mirrored in place, and every pixel swaps with its partner twice.
__global__ void mirror(uchar4* picture, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  uchar4 left = picture[y * w + x], right = picture[y * w + w - 1 - x];  // defect: race-global
  picture[y * w + x] = right;          // defect: race-global
  picture[y * w + w - 1 - x] = left;   // defect: race-global
}
int main() {
  const int w = 100, h = 10;
  uchar4* d;
  cudaMalloc(&d, w * h * sizeof(uchar4));
  cudaMemset(d, 1, w * h * sizeof(uchar4));
  mirror<<<dim3(1, h), 128>>>(d, w, h);
  cudaDeviceSynchronize();
  cudaFree(d);
}
