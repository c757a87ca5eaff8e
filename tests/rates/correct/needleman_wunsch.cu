// Sequence alignment over diagonals of blocks, and inside a block over diagonals of cells (in the manner of Rodinia).
#include <cstdio>
#include <vector>
#define BLOCK_SIZE 8
__device__ __host__ int maximum(int a, int b, int c) { int k = a > b ? a : b; return k > c ? k : c; }
__global__ void needle(const int *reference, int *matrix, int cols, int penalty, int i, int block_width, bool second) {
  int bx = blockIdx.x, tx = threadIdx.x;
  int b_x = second ? bx + block_width - i : bx, b_y = second ? block_width - bx - 1 : i - 1 - bx;
  int base = cols * BLOCK_SIZE * b_y + BLOCK_SIZE * b_x;
  int index = base + tx + cols + 1, index_n = base + tx + 1, index_w = base + cols, index_nw = base;
  __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
  __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];
  for (int ty = 0; ty < BLOCK_SIZE; ty++) ref[ty][tx] = reference[index + cols * ty];
  if (tx == 0) temp[tx][0] = matrix[index_nw];
  temp[tx + 1][0] = matrix[index_w + cols * tx];
  temp[0][tx + 1] = matrix[index_n];
  __syncthreads();
  for (int m = 0; m < BLOCK_SIZE; m++) {
    if (tx <= m) {
      int t_x = tx + 1, t_y = m - tx + 1;
      temp[t_y][t_x] = maximum(temp[t_y - 1][t_x - 1] + ref[t_y - 1][t_x - 1], temp[t_y][t_x - 1] - penalty, temp[t_y - 1][t_x] - penalty);
    }
    __syncthreads();
  }
  for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
    if (tx <= m) {
      int t_x = tx + BLOCK_SIZE - m, t_y = BLOCK_SIZE - tx;
      temp[t_y][t_x] = maximum(temp[t_y - 1][t_x - 1] + ref[t_y - 1][t_x - 1], temp[t_y][t_x - 1] - penalty, temp[t_y - 1][t_x] - penalty);
    }
    __syncthreads();
  }
  for (int ty = 0; ty < BLOCK_SIZE; ty++) matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}
int main() {
  const int n = 32, cols = n + 1, penalty = 2, width = n / BLOCK_SIZE;
  std::vector<int> ref(cols * cols, 0), m(cols * cols, 0), want;
  for (int i = 1; i < cols; ++i) for (int j = 1; j < cols; ++j) ref[i * cols + j] = (i * 7 + j * 3) % 11 - 4;
  for (int i = 1; i < cols; ++i) m[i * cols] = m[i] = -i * penalty;
  want = m;
  for (int i = 1; i < cols; ++i) for (int j = 1; j < cols; ++j)
    want[i * cols + j] = maximum(want[(i - 1) * cols + j - 1] + ref[i * cols + j], want[i * cols + j - 1] - penalty, want[(i - 1) * cols + j] - penalty);
  int *dr, *dm;
  cudaMalloc(&dr, ref.size() * 4); cudaMalloc(&dm, m.size() * 4);
  cudaMemcpy(dr, ref.data(), ref.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dm, m.data(), m.size() * 4, cudaMemcpyHostToDevice);
  for (int i = 1; i <= width; i++) needle<<<i, BLOCK_SIZE>>>(dr, dm, cols, penalty, i, width, false);
  for (int i = width - 1; i >= 1; i--) needle<<<i, BLOCK_SIZE>>>(dr, dm, cols, penalty, i, width, true);
  cudaMemcpy(m.data(), dm, m.size() * 4, cudaMemcpyDeviceToHost);
  cudaFree(dr); cudaFree(dm);
  return m != want;
}
