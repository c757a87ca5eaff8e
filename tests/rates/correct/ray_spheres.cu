// Spheres in constant memory, a struct for hits that is only filled where something is hit.
#include <cmath>
#include <cstdio>
#include <vector>
struct Sphere { float3 centre; float radius; unsigned char colour[3]; };
struct Hit { float t; float3 normal; const Sphere *what; };
__constant__ Sphere spheres[3];
__device__ __noinline__ bool trace(float3 o, float3 d, Hit *hit) {
  bool any = false;
  for (int i = 0; i < 3; ++i) {
    const Sphere &s = spheres[i];
    float3 oc = make_float3(o.x - s.centre.x, o.y - s.centre.y, o.z - s.centre.z);
    float b = oc.x * d.x + oc.y * d.y + oc.z * d.z, c = oc.x * oc.x + oc.y * oc.y + oc.z * oc.z - s.radius * s.radius, q = b * b - c;
    if (q < 0) continue;
    float t = -b - sqrtf(q);
    if (t <= 0 || (any && t >= hit->t)) continue;
    any = true;
    hit->t = t;
    hit->what = &s;
    hit->normal = make_float3((oc.x + t * d.x) / s.radius, (oc.y + t * d.y) / s.radius, (oc.z + t * d.z) / s.radius);
  }
  return any;
}
__global__ void render(uchar3 *img, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  Hit hit;
  float3 d = make_float3((x - w / 2.0f) / w, (y - h / 2.0f) / h, 1);
  float l = rsqrtf(d.x * d.x + d.y * d.y + 1);
  d = make_float3(d.x * l, d.y * l, d.z * l);
  uchar3 p = make_uchar3(0, 0, 0);
  if (trace(make_float3(0, 0, 0), d, &hit)) {
    float shade = fmaxf(0.1f, -hit.normal.z);
    p = make_uchar3(hit.what->colour[0] * shade, hit.what->colour[1] * shade, hit.what->colour[2] * shade);
  }
  img[y * w + x] = p;
}
int main() {
  const int w = 40, h = 30;
  Sphere s[3] = {{{0, 0, 5}, 1, {255, 0, 0}}, {{1, 1, 6}, 1, {0, 255, 0}}, {{-2, 0, 8}, 2, {0, 0, 255}}};
  uchar3 *d;
  std::vector<uchar3> img(w * h);
  cudaMemcpyToSymbol(spheres, s, sizeof s);
  cudaMalloc(&d, w * h * sizeof(uchar3));
  render<<<dim3(3, 4), dim3(16, 8)>>>(d, w, h);
  cudaMemcpy(img.data(), d, w * h * sizeof(uchar3), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", img[15 * w + 20].x);
  return img[15 * w + 20].x < 200;
}
