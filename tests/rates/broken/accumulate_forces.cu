#include <cstdio>
#include <vector>

struct Body { float3 pos; float mass; };

// Forces of one species on another are added to what is there already.
__global__ void addForces(const Body* a, int na, const Body* b, int nb, float3* force) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= na) return;
  float3 f = force[i];  // defect: uninitialized-global
  for (int j = 0; j < nb; ++j) {
    float dx = b[j].pos.x - a[i].pos.x, dy = b[j].pos.y - a[i].pos.y, dz = b[j].pos.z - a[i].pos.z;
    float r2 = dx * dx + dy * dy + dz * dz + 1e-3f;
    float w = a[i].mass * b[j].mass * rsqrtf(r2) / r2;
    f.x += w * dx;
    f.y += w * dy;
    f.z += w * dz;
  }
  force[i] = f;  // defect: uninitialized-global
}

int main() {
  const int na = 40, nb = 30;
  std::vector<Body> a(na), b(nb);
  for (int i = 0; i < na; ++i) a[i] = {{float(i), 0, 0}, 1.f};
  for (int i = 0; i < nb; ++i) b[i] = {{0, float(i), 1}, 2.f};
  Body *da, *db;
  float3* df;
  cudaMalloc(&da, na * sizeof(Body));
  cudaMalloc(&db, nb * sizeof(Body));
  cudaMalloc(&df, na * sizeof(float3));  // defect: uninitialized-global
  cudaMemcpy(da, a.data(), na * sizeof(Body), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), nb * sizeof(Body), cudaMemcpyHostToDevice);
  addForces<<<2, 32>>>(da, na, db, nb, df);
  std::vector<float3> f(na);
  cudaMemcpy(f.data(), df, na * sizeof(float3), cudaMemcpyDeviceToHost);  // defect: uninitialized-global
  for (int i = 0; i < 3; ++i) printf("%g %g %g\n", f[i].x, f[i].y, f[i].z);  // defect: uninitialized-global
  cudaFree(da);
  cudaFree(db);
  cudaFree(df);
}
