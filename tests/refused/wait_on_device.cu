__global__ void Child(int* out) { *out = 1; }
__global__ void Parent(int* out) {
  Child<<<1, 1>>>(out);
  cudaDeviceSynchronize();  // refused: no matching function for call to 'cudaDeviceSynchronize'
}
int main() { Parent<<<1, 1>>>(nullptr); }
// told: device code cannot wait for the grids that it launches
