__global__ void Extract(int* out) {
  int bits;
  asm volatile("bfe.u32 %0, %1, 3, 4;" : "=r"(bits) : "r"(*out));  // refused: inline PTX `bfe.u32 .*intrinsic
  *out = bits;
}
__global__ void Compare(int* out) {
  asm("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\tselp.s32 %0, 7, 9, p;\n}" : "=r"(*out) : "r"(*out));  // refused: inline PTX `setp.ne.s32 p, %1, 0`
}
int main() { Extract<<<1, 1>>>(nullptr); }
