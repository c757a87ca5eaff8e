// Kernels that launch kernels: recursive sorting, a tree of unknown shape, Mandelbrot by Mariani and Silver's method,
// and a sum whose next step depends on what is left; each against the host's result.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      std::exit(1);                                       \
    }                                                     \
  } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

template <class T>
T* Managed(std::size_t count, T value = T()) {
  T* memory = nullptr;
  OK(cudaMallocManaged(&memory, count * sizeof(T)));
  std::fill(memory, memory + count, value);
  return memory;
}

// --- quicksort: one thread partitions, and two grids sort the parts
constexpr int kMostDepth = 16, kSmall = 16;

__device__ void SelectionSort(int* data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    int least = i;
    for (int j = i + 1; j <= right; ++j)
      if (data[j] < data[least]) least = j;
    const int value = data[i];
    data[i] = data[least];
    data[least] = value;
  }
}

__global__ void Quicksort(int* data, int left, int right, int depth) {
  if (depth >= kMostDepth || right - left <= kSmall) {
    SelectionSort(data, left, right);
    return;
  }
  int low = left, high = right;
  const int pivot = data[(left + right) / 2];
  while (low <= high) {
    while (data[low] < pivot) ++low;
    while (data[high] > pivot) --high;
    if (low <= high) {
      const int value = data[low];
      data[low++] = data[high];
      data[high--] = value;
    }
  }
  if (left < high) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    Quicksort<<<1, 1, 0, stream>>>(data, left, high, depth + 1);
    cudaStreamDestroy(stream);
  }
  if (low < right) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    Quicksort<<<1, 1, 0, stream>>>(data, low, right, depth + 1);
    cudaStreamDestroy(stream);
  }
}

void TestQuicksort() {
  constexpr int kCount = 500;
  int* data = Managed<int>(kCount);
  std::srand(1);
  for (int i = 0; i < kCount; ++i) data[i] = std::rand() % 1000;
  std::vector<int> sorted(data, data + kCount);
  std::sort(sorted.begin(), sorted.end());
  Quicksort<<<1, 1>>>(data, 0, kCount - 1, 0);
  OK(cudaDeviceSynchronize());
  CHECK(std::equal(sorted.begin(), sorted.end(), data));
  OK(cudaFree(data));
}

// --- a tree: each node launches a grid with one thread for each child
struct Tree {
  const int *first_child, *children;
  int* depth;
};

template <class Visitor>
__global__ void Visit(Tree tree, int first, int depth, Visitor visitor) {
  const int node = first + threadIdx.x;
  visitor(tree, node, depth);
  if (const int count = tree.children[node]; count > 0)
    Visit<<<1, count, 0, cudaStreamFireAndForget>>>(tree, tree.first_child[node], depth + 1, visitor);
}

struct NoteDepth {
  int offset;
  __device__ void operator()(const Tree& tree, int node, int depth) const { tree.depth[node] = depth + offset; }
};

void TestTree() {
  constexpr int kNodes = 200;
  int *first = Managed<int>(kNodes), *count = Managed<int>(kNodes), *depth = Managed<int>(kNodes, -1);
  std::vector<int> expected(kNodes);
  for (int node = 0, next = 1; node < kNodes; ++node) {
    first[node] = next;
    count[node] = std::min(1 + node % 3, kNodes - next);
    for (int child = next; child < next + count[node]; ++child) expected[child] = expected[node] + 1;
    next += count[node];
  }
  Visit<<<1, 1>>>(Tree{first, count, depth}, 0, 0, NoteDepth{10});
  OK(cudaDeviceSynchronize());
  for (int node = 0; node < kNodes; ++node) CHECK(depth[node] == expected[node] + 10);
  for (int* memory : {first, count, depth}) OK(cudaFree(memory));
}

// --- Mandelbrot: a square whose border has one value is filled, another is divided
constexpr int kSize = 64, kMostSteps = 100, kPart = 4, kLeast = 8;

__host__ __device__ inline int Steps(int x, int y) {
  const double c_re = -2.0 + 3.0 * x / kSize, c_im = -1.5 + 3.0 * y / kSize;
  double re = 0, im = 0;
  int steps = 0;
  for (; steps < kMostSteps && re * re + im * im < 4; ++steps) {
    const double next = re * re - im * im + c_re;
    im = 2 * re * im + c_im;
    re = next;
  }
  return steps;
}

__global__ void Fill(int* image, int x, int y, int value) {
  image[(y + threadIdx.y) * kSize + x + threadIdx.x] = value;
}
__global__ void Pixels(int* image, int x, int y) {
  image[(y + threadIdx.y) * kSize + x + threadIdx.x] = Steps(x + threadIdx.x, y + threadIdx.y);
}
__global__ void MarianiSilver(int* image, int x0, int y0, int size) {
  __shared__ int least, most;
  const int x = x0 + blockIdx.x * size, y = y0 + blockIdx.y * size;
  if (threadIdx.x == 0) least = kMostSteps + 1, most = -1;
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    const int border[] = {Steps(x + i, y), Steps(x + i, y + size - 1), Steps(x, y + i), Steps(x + size - 1, y + i)};
    for (int steps : border) {
      atomicMin(&least, steps);
      atomicMax(&most, steps);
    }
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (least == most)
    Fill<<<1, dim3(size, size)>>>(image, x, y, least);
  else if (size / kPart >= kLeast / 2)
    MarianiSilver<<<dim3(kPart, kPart), 32>>>(image, x, y, size / kPart);
  else
    Pixels<<<1, dim3(size, size)>>>(image, x, y);
}

void TestMandelbrot() {
  int* image = Managed<int>(kSize * kSize, -1);
  MarianiSilver<<<dim3(4, 4), 32>>>(image, 0, 0, kSize / 4);
  OK(cudaDeviceSynchronize());
  int differences = 0;
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) differences += image[y * kSize + x] != Steps(x, y);
  // A thin thread of the set may cross a square whose border does not show it.
  CHECK(differences < 20);
  OK(cudaFree(image));
}

// --- a sum: as long as there is more than one value, a tail launch adds up the sums of the blocks
__global__ void Sum(const int* in, int count, int* out, int* spare) {
  __shared__ int sums[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < count ? in[i] : 0;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
  const int left = gridDim.x;
  if (i == 0 && left > 1)
    Sum<<<(left + 63) / 64, 64, 0, cudaStreamTailLaunch>>>(out, left, spare, const_cast<int*>(out));
}

void TestSum() {
  constexpr int kCount = 10000;
  int *in = Managed<int>(kCount), *out = Managed<int>(kCount), *spare = Managed<int>(kCount);
  int expected = 0;
  for (int i = 0; i < kCount; ++i) expected += in[i] = i % 17;
  Sum<<<(kCount + 63) / 64, 64>>>(in, kCount, out, spare);
  OK(cudaDeviceSynchronize());
  CHECK(out[0] == expected);  // 157 sums, then 3, then 1
  for (int* memory : {in, out, spare}) OK(cudaFree(memory));
}

int main() {
  TestQuicksort();
  TestTree();
  TestMandelbrot();
  TestSum();
  std::puts("ok");
}
