#include <cuda_fp8.h>
__global__ void Scale(float* out) {
  __nv_fp8_e8m0 scale(*out);  // refused: '__nv_fp8_e8m0'
}
int main() { Scale<<<1, 1>>>(nullptr); }
