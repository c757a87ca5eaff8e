__global__ void Child(int* out) { *out = 1; }
__global__ void Parent(int* out) {
  Child<<<1, 1>>>(out);  // refused: reference to __global__ function 'Child'
}
int main() { Parent<<<1, 1>>>(nullptr); }
// told: dynamic parallelism is not supported: a kernel can be launched from host code only
