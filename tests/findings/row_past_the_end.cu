// Subscripts that leave a row but not the array: in shared, constant, global and local memory, and in a parameter.
// told: before the start of a row of `square`, in another row
// told: past the end of `first` of `Tile`, in another part of the struct
struct Table {
  int cells[4][4];
  int rest;
};
struct Tile {
  float first[8], second[8];
};
__constant__ float stencil[3][3];
__device__ int counts[4][8];
__shared__ Tile tile;

__device__ int sum(int (&row)[4], int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += row[i];  // expect: out-of-bounds-member
  return total;
}

__global__ void work(float* out, Table table, int n) {
  __shared__ float square[8][8];
  const int t = threadIdx.x;
  int own[4][4] = {};
  for (int i = 0; i < 8; ++i) square[t][i] = i;
  for (int i = 0; i <= n && t == 0; ++i) tile.first[i] = i;  // expect: out-of-bounds-member
  __syncwarp();
  if (t < 3) {
    out[t] = stencil[t % 2][t + 1];    // expect: out-of-bounds-member
    out[t] += square[t + 1][t - 1];    // expect: out-of-bounds-member
    out[t] += own[t][t + 2];           // expect: out-of-bounds-member
    out[t] += table.cells[t][t + 2];   // expect: out-of-bounds-member
    out[t] += sum(own[t], n - 3);
    counts[t][t + 6] = 1;              // expect: out-of-bounds-member
  }
}

int main() {
  float* out;
  cudaMalloc(&out, 8 * sizeof(float));
  work<<<1, 1>>>(out, Table{}, 8);
  work<<<1, 3>>>(out, Table{}, 8);
  cudaDeviceSynchronize();
  cudaFree(out);
}
