// Indices stay inside, treat a matrix as one row, or use an array at the end that stands for a longer one.
struct Grid {
  int cells[2][4];
  int width;
};
struct Message {
  int size;
  char text[1];
};

__global__ void work(Grid* grids, Message* message, int n) {
  for (int i = 0; i < 2 * n; ++i) grids[0].cells[0][i] = i;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < n; ++k) grids[1].cells[i][k] = grids[0].cells[i][k];
  message->size = n;
  for (int i = 0; i < n; ++i) message->text[i] = 'a' + i;
}

int main() {
  Grid* grids;
  Message* message;
  cudaMalloc(&grids, 2 * sizeof(Grid));
  cudaMalloc(&message, 64);
  cudaMemset(grids, 0, 2 * sizeof(Grid));
  work<<<1, 1>>>(grids, message, 4);
  cudaDeviceSynchronize();
  cudaFree(message);
  cudaFree(grids);
}
