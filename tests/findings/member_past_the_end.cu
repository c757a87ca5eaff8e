// An index leaves one array of a struct and reaches the next member: in global, shared and local memory.
struct Grid {
  int id;
  int cells[2][4];
  int width;
};

__global__ void work(Grid* grids, int n) {
  __shared__ Grid shared;
  Grid own = {};
  for (int i = 0; i <= n; ++i) grids[0].cells[1][i] = i;  // expect: out-of-bounds-member
  for (int i = 0; i < n - 1; ++i) shared.cells[i][0] = i; // expect: out-of-bounds-member
  for (int i = 0; i <= n; ++i) own.cells[1][i] = i;       // expect: out-of-bounds-member
  grids[1].width = own.width + shared.cells[0][0];
}

int main() {
  Grid* grids;
  cudaMalloc(&grids, 2 * sizeof(Grid));
  cudaMemset(grids, 0, 2 * sizeof(Grid));
  work<<<1, 1>>>(grids, 4);
  cudaDeviceSynchronize();
  cudaFree(grids);
}
