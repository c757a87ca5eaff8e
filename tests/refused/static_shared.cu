__shared__ float most[12288];
__global__ void Fits() { most[threadIdx.x] = 0; }
__global__ void DoesNotFit(float* out) {  // refused: `__shared__` variables take 49156 bytes; 49152 is the limit
  __shared__ int one_more;
  one_more = 1;
  *out = most[threadIdx.x] + one_more;
}
int main() {
  Fits<<<1, 1>>>();
  DoesNotFit<<<1, 1>>>(nullptr);
}
