// Padding is never written, and nobody is to be blamed for it: not where a struct is copied, nor where the host reads it.
struct Particle {
  char kind;
  double mass;
  float charge;
  short cell;
};
struct alignas(16) Point {
  float at[3];
};
struct Value {
  int tag;
  union {
    int number;
    double real;
  };
};
struct Empty {};
struct Header : Empty {
  Empty none;
  char name[5];
  int size;
  bool open;
};

__global__ void fill(Particle* particles, Point* points, Value* values, Header* headers) {
  const unsigned i = threadIdx.x;
  particles[i].kind = 'p';
  particles[i].mass = 1.0;
  particles[i].charge = -1.0f;
  particles[i].cell = 3;
  for (int k = 0; k < 3; ++k) points[i].at[k] = k;
  values[i].tag = i % 2;
  if (i % 2)
    values[i].number = i;
  else
    values[i].real = i;
  for (char& letter : headers[i].name) letter = 'a';
  headers[i].size = 5;
  headers[i].open = true;
}

__device__ __forceinline__ void Lift(Particle* one) { one->kind = 'q'; }

template <class T>
__global__ void mirror(T* to, const T* from) {
  __shared__ T tile[32];
  tile[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  const T own = tile[31 - threadIdx.x];
  to[threadIdx.x] = own;
}

__global__ void first(Particle* one) {
  Lift(one);
  one->mass = 2.0;
  one->charge = 0.0f;
  one->cell = 0;
}

template <class T>
void See(const T* from) {
  T *to, host[32];
  cudaMalloc(&to, sizeof host);
  mirror<<<1, 32>>>(to, from);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(to);
}

int main() {
  Particle *particles, *one, host;
  Point* points;
  Value* values;
  Header* headers;
  cudaMalloc(&particles, 32 * sizeof(Particle));
  cudaMalloc(&one, sizeof(Particle));
  cudaMalloc(&points, 32 * sizeof(Point));
  cudaMalloc(&values, 32 * sizeof(Value));
  cudaMalloc(&headers, 32 * sizeof(Header));
  fill<<<1, 32>>>(particles, points, values, headers);
  first<<<1, 1>>>(one);
  cudaMemcpy(&host, one, sizeof host, cudaMemcpyDeviceToHost);
  See(particles);
  See(points);
  See(values);
  See(headers);
  cudaFree(particles);
  cudaFree(one);
  cudaFree(points);
  cudaFree(values);
  cudaFree(headers);
}
