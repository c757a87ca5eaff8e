__global__ void Extract(int* out) {
  int bits;
  asm volatile("bfe.u32 %0, %1, 3, 4;" : "=r"(bits) : "r"(*out));  // refused: inline PTX `bfe.u32 .*intrinsic
  *out = bits;
}
int main() { Extract<<<1, 1>>>(nullptr); }
