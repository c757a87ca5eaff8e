// A member that nobody writes, beside padding: only the padding may stay as it is.
struct Particle {
  char kind;
  double mass;
  float charge;
  short cell;
};
struct alignas(16) Point {
  float x, y, z;
};

__global__ void fill(Particle* particles, Point* points) {
  particles[threadIdx.x].kind = 'p';
  particles[threadIdx.x].mass = 1.0;
  particles[threadIdx.x].cell = 3;
  points[threadIdx.x].x = 1.0f;
  points[threadIdx.x].z = 1.0f;
}

__global__ void turn(Particle* to, const Particle* from) {
  to[threadIdx.x] = from[31 - threadIdx.x];  // expect: uninitialized-global
}

int main() {
  Particle *from, *to, host[32];
  Point *points, seen[32];
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  cudaMalloc(&points, sizeof seen);
  fill<<<1, 32>>>(from, points);
  turn<<<1, 32>>>(to, from);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(seen, points, sizeof seen, cudaMemcpyDeviceToHost);  // expect: uninitialized-copy
  cudaFree(from);
  cudaFree(to);
  cudaFree(points);
}
