// Copies of bytes may begin anywhere; structs at multiples of their alignment.
#include <cstring>

__global__ void words(int4* to, const int* from) {
  to[threadIdx.x] = *reinterpret_cast<const int4*>(from + 4 + 4 * threadIdx.x);
}

struct Record {
  long long key;
  int value;
};
struct __attribute__((packed)) Packed {
  char kind;
  int value;
};
__global__ void pack(char* to, const Record* from, Packed* packed) {
  memcpy(to + 12 * threadIdx.x, &from[threadIdx.x].key, sizeof(long long));
  memcpy(to + 12 * threadIdx.x + 8, &from[threadIdx.x].value, sizeof(int));
  packed[threadIdx.x] = Packed{'p', from[threadIdx.x].value};
  packed[threadIdx.x].value += 1;
}

int main() {
  int *in, *out;
  Packed* packed;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMalloc(&packed, 16 * sizeof(Packed));
  cudaMemset(in, 0, 1024);
  words<<<1, 16>>>((int4*)out, in);
  pack<<<1, 16>>>((char*)out, (const Record*)in, packed);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(packed);
}
