// Access patterns in global memory. 4 blocks of 64 threads: 8 warps.

#include <cstdio>

constexpr int kThreads = 256;

struct Point {
  float x, y, z, w;
};
struct alignas(16) AlignedPoint {
  float x, y, z, w;
};
struct Triple {
  float x, y, z;
};

__device__ int Index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void Neighbours(const float* in, float* out) {
  const int i = Index();
  out[i] = in[i];  // metric: load global requests=8 lanes=256 sectors=32 ideal_sectors=32; store global requests=8 sectors=32
}

__global__ void Strided(const float* in, float* out) {
  const int i = Index();
  out[i] = in[2 * i];   // metric: load global requests=8 sectors=64 ideal_sectors=32 advice: scattered-access
  out[i] += in[8 * i];  // metric: load global requests=16 sectors=288 ideal_sectors=64; store global requests=8 sectors=32 advice: scattered-access
}

__global__ void Shifted(const float* in, float* out) {
  const int i = Index();
  out[i] = in[i + 1];  // metric: load global requests=8 sectors=40 ideal_sectors=32 advice: scattered-access
}

__global__ void Backwards(const float* in, float* out) {
  const int i = Index();
  out[i] = in[kThreads - 1 - i];  // metric: load global requests=8 sectors=32 ideal_sectors=32
}

__global__ void OneForAll(const float* in, float* out) {
  const int i = Index();
  out[i] = in[0];  // metric: load global requests=8 sectors=8 ideal_sectors=8
}

__global__ void Vectors(const float4* in, float4* out) {
  const int i = Index();
  out[i] = in[i];                             // metric: load global requests=8 sectors=128 ideal_sectors=128; store global requests=8 sectors=128
  const float4 next = in[i + 1];              // metric: load global requests=8 sectors=136 ideal_sectors=128
  out[i] = make_float4(next.x, next.y, 0, 1); // metric: store global requests=8 sectors=128 ideal_sectors=128
}

__global__ void Doubles(const double* in, double2* out) {
  const int i = Index();
  out[i] = make_double2(in[i], 1);  // metric: load global requests=8 sectors=64; store global requests=8 sectors=128
}

__global__ void Bytes(const unsigned char* in, unsigned char* out) {
  const int i = Index();
  out[i] = in[i];  // metric: load global requests=8 sectors=8 ideal_sectors=8; store global requests=8 sectors=8
}

// A structure whose type guarantees only 4 bytes of alignment is four accesses on the device; one with 16 is one.
__global__ void Structures(const Point* plain, const AlignedPoint* aligned, const Triple* triples, float* out) {
  const int i = Index();
  const Point a = plain[i];           // metric: load global requests=32 sectors=512 ideal_sectors=128 advice: scattered-access
  const AlignedPoint b = aligned[i];  // metric: load global requests=8 sectors=128 ideal_sectors=128
  const Triple c = triples[i];        // metric: load global requests=24 sectors=288 ideal_sectors=96 advice: scattered-access
  out[i] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w + c.x + c.y + c.z;  // metric: store global requests=8 sectors=32
}

__global__ void OneMember(const Point* points, const float* xs, float* out) {
  const int i = Index();
  out[i] = points[i].x;  // metric: load global requests=8 sectors=128 ideal_sectors=32 advice: scattered-access
  out[i] = xs[i];        // metric: load global requests=8 sectors=32 ideal_sectors=32
}

__constant__ float factors[4];
__device__ float total[kThreads];

__global__ void Variables(float* out) {
  const int i = Index();
  float own[4] = {1, 2, 3, 4};
  own[i % 4] += factors[i % 4];  // not counted: constant memory, and a thread's own array
  total[i] = own[(i + 1) % 4];   // metric: store global requests=8 lanes=256
  out[i] = total[i];             // metric: load global requests=8 lanes=256; store global requests=8 sectors=32
}

int main() {
  float *in, *out;
  cudaMalloc(&in, (kThreads * 8 + 8) * sizeof(float));
  cudaMemset(in, 0, (kThreads * 8 + 8) * sizeof(float));
  cudaMalloc(&out, kThreads * 4 * sizeof(float));
  const dim3 grid(4), block(64);
  Neighbours<<<grid, block>>>(in, out);
  Strided<<<grid, block>>>(in, out);
  Shifted<<<grid, block>>>(in, out);
  Backwards<<<grid, block>>>(in, out);
  OneForAll<<<grid, block>>>(in, out);
  Vectors<<<grid, block>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  Doubles<<<grid, block>>>(reinterpret_cast<double*>(in), reinterpret_cast<double2*>(out));
  Bytes<<<grid, block>>>(reinterpret_cast<unsigned char*>(in), reinterpret_cast<unsigned char*>(out));
  Structures<<<grid, block>>>(reinterpret_cast<Point*>(in), reinterpret_cast<AlignedPoint*>(in), reinterpret_cast<Triple*>(in), out);
  OneMember<<<grid, block>>>(reinterpret_cast<Point*>(in), in, out);
  Variables<<<grid, block>>>(out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(in);
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
