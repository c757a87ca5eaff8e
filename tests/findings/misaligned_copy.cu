// Whole structs are copied to and from places that their alignment does not allow.
__global__ void words(int4* to, const int* from) {
  to[threadIdx.x] = *reinterpret_cast<const int4*>(from + 2 + 4 * threadIdx.x);  // expect: misaligned
}

struct Record {
  long long key;
  int value;
};
__global__ void pack(char* to, const Record* from) {
  *reinterpret_cast<Record*>(to + 20 * threadIdx.x) = from[threadIdx.x];  // expect: misaligned
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 0, 1024);
  words<<<1, 16>>>((int4*)out, in);
  pack<<<1, 16>>>((char*)out, (const Record*)in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
