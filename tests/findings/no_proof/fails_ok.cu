// The kernel is correct, but the program reports a failure.
__global__ void nothing() {}
int main() {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  return 3;
}
