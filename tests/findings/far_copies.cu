// Structs, fills and copies that reach from one array into another, also through a struct of pointers.
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
  pairs[threadIdx.x] = pairs[threadIdx.x + far];       // expect: out-of-bounds-global
  triples[threadIdx.x + far] = triples[threadIdx.x];   // expect: out-of-bounds-global
  memset(&pairs[far], 0, sizeof(Pair));                // expect: out-of-bounds-global
  memcpy(&triples[0], &triples[far], sizeof(Triple));  // expect: out-of-bounds-global
}

__device__ int shifted(View view) { return view.pairs[view.shift].b; }  // expect: out-of-bounds-global

__global__ void viewed(View view, int* sums, long to_sums) {
  sums[threadIdx.x] = shifted(view) + view.others[-view.shift].a;  // expect: out-of-bounds-global
  table[to_sums] = 1;  // expect: out-of-bounds-variable
}

int main() {
  Pair* pairs;
  Triple *triples, *others;
  int* sums;
  cudaMalloc(&pairs, 32 * sizeof(Pair));
  cudaMalloc(&triples, 64 * sizeof(Triple));
  cudaMalloc(&others, 64 * sizeof(Triple));
  cudaMalloc(&sums, 4 * sizeof(int));
  cudaMemset(pairs, 0, 32 * sizeof(Pair));
  cudaMemset(triples, 0, 64 * sizeof(Triple));
  cudaMemset(others, 0, 64 * sizeof(Triple));
  const long bytes = reinterpret_cast<char*>(others) - reinterpret_cast<char*>(triples);
  const int far = static_cast<int>((bytes + sizeof(Triple) - 1) / sizeof(Triple));  // inside the other array
  copies<<<1, 1>>>(pairs, triples, far);
  cudaDeviceSynchronize();
  int* of_table;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&of_table), table);
  viewed<<<1, 1>>>({pairs, reinterpret_cast<Pair*>(others), far}, sums, sums - of_table);
  cudaDeviceSynchronize();
  for (void* memory : {(void*)pairs, (void*)triples, (void*)others, (void*)sums}) cudaFree(memory);
}
