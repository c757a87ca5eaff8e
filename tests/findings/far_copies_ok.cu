// The same copies, where one array is a part of the other's memory.
struct Pair {
  int a, b;
};
struct Triple {
  int values[3];
};
struct View {
  Pair *pairs, *others;
  int shift;
};

__device__ int table[64];

__global__ void copies(Pair* pairs, Triple* triples, int far) {
  pairs[threadIdx.x] = pairs[threadIdx.x + far];
  triples[threadIdx.x + far] = triples[threadIdx.x];
  memset(&pairs[far], 0, sizeof(Pair));
  memcpy(&triples[0], &triples[far], sizeof(Triple));
}

__device__ int shifted(View view) { return view.pairs[view.shift].b; }

__global__ void viewed(View view, int* sums, long to_end) {
  sums[threadIdx.x] = shifted(view) + view.others[-view.shift].a;
  table[to_end] = 1;
}

int main() {
  char* all;
  cudaMalloc(&all, 8192);
  cudaMemset(all, 0, 8192);
  auto* pairs = reinterpret_cast<Pair*>(all);
  auto* triples = reinterpret_cast<Triple*>(pairs + 32);
  copies<<<1, 1>>>(pairs, triples, 64);
  cudaDeviceSynchronize();
  viewed<<<1, 1>>>({pairs, pairs + 64, 64}, reinterpret_cast<int*>(all) + 1024, 63);
  cudaDeviceSynchronize();
  cudaFree(all);
}
