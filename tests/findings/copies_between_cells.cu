// Threads copy between two cells that others read and write: no thread changes what it has read, so no update is lost.
// told: one thread reads `cells` while another writes it
__global__ void Shift(int* cells) {
  const int i = threadIdx.x;
  cells[i % 2] = cells[(i + 1) % 2];  // expect: race-global
}

// A copy of the lower triangle, with a pitch of 0 by mistake: thread (1,1) alone copies a cell to itself.
__global__ void Mirror(float* matrix, int pitch) {
  const int i = threadIdx.x, j = threadIdx.y;
  if (i <= j) matrix[j * pitch + i] = matrix[i * pitch + j];  // expect: race-global
}

int main() {
  int* cells;
  float* matrix;
  cudaMalloc(&cells, 2 * sizeof(int));
  cudaMalloc(&matrix, 16 * sizeof(float));
  cudaMemset(cells, 1, 2 * sizeof(int));
  cudaMemset(matrix, 0, 16 * sizeof(float));
  Shift<<<1, 32>>>(cells);
  Mirror<<<1, dim3(4, 4)>>>(matrix, 0);
  cudaDeviceSynchronize();
  cudaFree(cells);
  cudaFree(matrix);
}
