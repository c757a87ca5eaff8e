// Arrays of structs of which only what has a value is used: elements that are copied, passed on and returned.
struct Candidate {
  float distance;
  int index;
  __device__ Candidate() {}
  __device__ Candidate(float distance, int index) : distance(distance), index(index) {}
};
struct Cell {
  char kind;
  double weight;
};

__device__ __noinline__ Candidate At(float distance, int index) { return {distance, index}; }
__device__ __noinline__ void Insert(Candidate* found, int count, Candidate one) {
  int i = count;
  for (; i > 0 && found[i - 1].distance > one.distance; --i) found[i] = found[i - 1];
  found[i] = one;
}

__global__ void nearest(const float* points, int* out, Candidate* all, Cell* cells, int count) {
  Candidate found[4];
  float4 sums[2];
  Cell own[3];
  int candidates = 0;
  for (int i = 0; i < count && candidates < 4; ++i)
    if (fabsf(points[i] - points[threadIdx.x]) < 2.5f) Insert(found, candidates++, At(points[i], i));
  int best = 0;
  for (int i = 1; i < candidates; ++i)
    if (found[i].distance < found[best].distance) best = i;
  sums[threadIdx.x % 2] = make_float4(1, 2, 3, found[best].distance);
  own[best % 3].kind = 'c';
  own[best % 3].weight = 1;
  out[threadIdx.x] = best + (sums[threadIdx.x % 2].w > 3);
  all[threadIdx.x] = found[0];
  cells[threadIdx.x] = own[best % 3];
}

int main() {
  float host[32], *points;
  int* out;
  Candidate* all;
  Cell *cells, seen[32];
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&points, sizeof host);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&all, 32 * sizeof(Candidate));
  cudaMalloc(&cells, sizeof seen);
  cudaMemcpy(points, host, sizeof host, cudaMemcpyHostToDevice);
  nearest<<<1, 32>>>(points, out, all, cells, 32);
  cudaMemcpy(host, all, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(seen, cells, sizeof seen, cudaMemcpyDeviceToHost);
  cudaFree(points);
  cudaFree(out);
  cudaFree(all);
  cudaFree(cells);
}
