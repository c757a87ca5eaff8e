// Candidates that nobody has found are compared with the others.
struct Candidate {
  float distance;
  int index;
};

__global__ void nearest(const float* points, int* out, int count) {
  Candidate found[4];
  int candidates = 0;
  for (int i = 0; i < count && candidates < 4; ++i)
    if (fabsf(points[i] - points[threadIdx.x]) < 0.5f) found[candidates++] = {points[i], i};
  int best = 0;
  for (int i = 1; i < 4; ++i)
    if (found[i].distance < found[best].distance) best = i;  // expect: uninitialized-local
  out[threadIdx.x] = best;
}

int main() {
  float host[32], *points;
  int* out;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&points, sizeof host);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(points, host, sizeof host, cudaMemcpyHostToDevice);
  nearest<<<1, 32>>>(points, out, 32);
  cudaDeviceSynchronize();
  cudaFree(points);
  cudaFree(out);
}
