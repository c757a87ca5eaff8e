// Each thread has its two cells, and its two of the matrix.
__global__ void Shift(int* cells) {
  const int i = threadIdx.x;
  cells[2 * i] = cells[2 * i + 1];
}

__global__ void Mirror(float* matrix, int pitch) {
  const int i = threadIdx.x, j = threadIdx.y;
  if (i <= j) matrix[j * pitch + i] = matrix[i * pitch + j];
}

int main() {
  int* cells;
  float* matrix;
  cudaMalloc(&cells, 64 * sizeof(int));
  cudaMalloc(&matrix, 16 * sizeof(float));
  cudaMemset(cells, 1, 64 * sizeof(int));
  cudaMemset(matrix, 0, 16 * sizeof(float));
  Shift<<<1, 32>>>(cells);
  Mirror<<<1, dim3(4, 4)>>>(matrix, 4);
  cudaDeviceSynchronize();
  cudaFree(cells);
  cudaFree(matrix);
}
