// Further workloads, each checked and timed against the plain loop of further_loops.cpp in the same run (timing.h).
//
//   further [REPEATS]

#include "further_loops.h"
#include "timing.h"

constexpr int kThreads = 256;

__device__ float BlockSum(float value, float* part) {
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(~0u, value, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < kThreads / 32; ++i) sum += part[i];
  __syncthreads();
  return sum;
}

__global__ void softmax(float* out, const float* in, int width) {
  __shared__ float part[kThreads];
  const float* from = in + blockIdx.x * width;
  float* to = out + blockIdx.x * width;
  float most = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < width; i += kThreads) most = fmaxf(most, from[i]);
  part[threadIdx.x] = most;
  __syncthreads();
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
    __syncthreads();
  }
  most = part[0];
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += kThreads) sum += to[i] = expf(from[i] - most);
  const float scale = 1 / BlockSum(sum, part);
  for (int i = threadIdx.x; i < width; i += kThreads) to[i] *= scale;
}

__global__ void layer_norm(float* out, const float* in, int width) {
  __shared__ float part[kThreads / 32];
  const float* from = in + blockIdx.x * width;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < width; i += kThreads) sum += from[i], squares += from[i] * from[i];
  const float mean = BlockSum(sum, part) / width, square = BlockSum(squares, part) / width;
  const float scale = rsqrtf(square - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < width; i += kThreads) out[blockIdx.x * width + i] = (from[i] - mean) * scale;
}

__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__constant__ float weights[9];
__global__ void convolve(float* out, const float* in, int height, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += weights[dy * 3 + dx] * in[(y + dy - 1) * width + x + dx - 1];
  out[y * width + x] = sum;
}

// One pass of a radix sort by 4 bits: count, scan, move. Counts are by digit first, then by block.
__global__ void count_digits(unsigned* counts, const unsigned* in, int shift) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[in[blockIdx.x * kThreads + threadIdx.x] >> shift & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}
__global__ void scan_counts(unsigned* counts, int n) {
  __shared__ unsigned part[2][kThreads];
  const int each = n / kThreads, first = threadIdx.x * each;
  unsigned sum = 0;
  for (int i = 0; i < each; ++i) sum += counts[first + i];
  part[0][threadIdx.x] = sum;
  __syncthreads();
  int from = 0;
  for (int d = 1; d < kThreads; d *= 2) {
    part[1 - from][threadIdx.x] = part[from][threadIdx.x] + (threadIdx.x >= d ? part[from][threadIdx.x - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  unsigned before = part[from][threadIdx.x] - sum;
  for (int i = 0; i < each; ++i) {
    const unsigned count = counts[first + i];
    counts[first + i] = before;
    before += count;
  }
}
__global__ void move_by_digit(unsigned* out, const unsigned* places, const unsigned* in, int shift) {
  __shared__ unsigned before[kThreads / 32][16];
  const unsigned value = in[blockIdx.x * kThreads + threadIdx.x], digit = value >> shift & 15;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned same = ~0u;
  for (int bit = 0; bit < 4; ++bit) {
    const unsigned votes = __ballot_sync(~0u, digit >> bit & 1);
    same &= digit >> bit & 1 ? votes : ~votes;
  }
  if (lane < 16) before[warp][lane] = 0;
  __syncwarp();
  const unsigned rank = __popc(same & ((1u << lane) - 1));
  if (rank == 0) before[warp][digit] = __popc(same);
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned sum = places[threadIdx.x * gridDim.x + blockIdx.x];
    for (int w = 0; w < kThreads / 32; ++w) {
      const unsigned count = before[w][threadIdx.x];
      before[w][threadIdx.x] = sum;
      sum += count;
    }
  }
  __syncthreads();
  out[before[warp][digit] + rank] = value;
}

__global__ void sparse(float* out, const int* starts, const int* columns, const float* values, const float* x,
                       int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  out[row] = sum;
}

__global__ void breadth(int* level, int* changed, const int* starts, const int* targets, int nodes, int depth) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || level[node] != depth) return;
  for (int i = starts[node]; i < starts[node + 1]; ++i)
    if (level[targets[i]] < 0) level[targets[i]] = depth + 1, *changed = 1;
}

__global__ void attention(float* out, const float* q, const float* k, const float* v, int n) {
  __shared__ float ks[64][kHead], vs[64][kHead];
  const int i = blockIdx.x * 64 + threadIdx.x;
  float mine[kHead], sums[kHead], most = -INFINITY, total = 0;
  for (int d = 0; d < kHead; ++d) mine[d] = q[i * kHead + d] * rsqrtf(kHead), sums[d] = 0;
  for (int tile = 0; tile < n; tile += 64) {
    for (int e = threadIdx.x; e < 64 * kHead; e += 64) {
      ks[e / kHead][e % kHead] = k[tile * kHead + e];
      vs[e / kHead][e % kHead] = v[tile * kHead + e];
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      float score = 0;
      for (int d = 0; d < kHead; ++d) score += mine[d] * ks[j][d];
      const float next = fmaxf(most, score), old = expf(most - next), weight = expf(score - next);
      total = total * old + weight;
      for (int d = 0; d < kHead; ++d) sums[d] = sums[d] * old + weight * vs[j][d];
      most = next;
    }
    __syncthreads();
  }
  for (int d = 0; d < kHead; ++d) out[i * kHead + d] = sums[d] / total;
}

__device__ float NormalBelow(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
__global__ void black_scholes(float* call, float* put, const float* price, const float* strike, const float* years,
                              int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  constexpr float kRate = 0.02f, kVolatility = 0.3f;
  const float root = sqrtf(years[i]);
  const float d1 = (logf(price[i] / strike[i]) + (kRate + 0.5f * kVolatility * kVolatility) * years[i]) /
                   (kVolatility * root),
              d2 = d1 - kVolatility * root;
  const float discounted = strike[i] * expf(-kRate * years[i]);
  call[i] = price[i] * NormalBelow(d1) - discounted * NormalBelow(d2);
  put[i] = discounted * NormalBelow(-d2) - price[i] * NormalBelow(-d1);
}

__device__ float Sigmoid(float x) { return 1 / (1 + expf(-x)); }
__global__ void cell_step(float* hidden, float* cell, const float* gates, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float kept = Sigmoid(gates[i]), taken = Sigmoid(gates[n + i]), shown = Sigmoid(gates[2 * n + i]);
  const float next = kept * cell[i] + taken * tanhf(gates[3 * n + i]);
  cell[i] = next;
  hidden[i] = shown * (next > 0 ? next : expf(next) - 1);
}

std::vector<float> Numbers(std::size_t count, float low, float high) {
  std::vector<float> numbers(count);
  unsigned state = 12345;
  for (float& number : numbers) {
    state = state * 1664525u + 1013904223u;
    number = low + (high - low) * static_cast<float>(state >> 8) / (1 << 24);
  }
  return numbers;
}

// A graph, or a sparse matrix, with 4 to 28 edges a node.
struct Edges {
  std::vector<int> starts{0}, targets;
  explicit Edges(int nodes) {
    unsigned state = 99;
    for (int node = 0; node < nodes; ++node) {
      state = state * 1664525u + 1013904223u;
      for (int i = 4 + static_cast<int>(state >> 16) % 25; i > 0; --i) {
        state = state * 1664525u + 1013904223u;
        targets.push_back(static_cast<int>(state >> 8) % nodes);
      }
      starts.push_back(static_cast<int>(targets.size()));
    }
  }
};

template <class T>
void Compare(const char* name, const T* device, const std::vector<T>& expected, double error) {
  std::vector<T> found(expected.size());
  cudaMemcpy(found.data(), device, found.size() * sizeof(T), cudaMemcpyDeviceToHost);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!(std::abs(double(found[i]) - double(expected[i])) <= error)) {
      std::printf("%s: element %zu is %g, expected %g\n", name, i, double(found[i]), double(expected[i]));
      std::exit(1);
    }
}

void ByBlocks() {
  const int rows = 1024, width = 1024;
  const std::vector<float> in = Numbers(rows * width, -4, 4);
  std::vector<float> out(in.size());
  Device<float> din(in), dout(in.size());
  Row(
      "softmax 1024x1024", [&] { softmax<<<rows, kThreads>>>(dout.at, din.at, width); },
      [&] { PlainSoftmax(out.data(), in.data(), rows, width); });
  Compare("softmax", dout.at, out, 1e-5);
  Row(
      "layer norm 1024x1024", [&] { layer_norm<<<rows, kThreads>>>(dout.at, din.at, width); },
      [&] { PlainLayerNorm(out.data(), in.data(), rows, width); });
  Compare("layer norm", dout.at, out, 1e-3);
  Row(
      "transpose 1024", [&] { transpose<<<dim3(32, 32), dim3(32, 8)>>>(dout.at, din.at, width); },
      [&] { PlainTranspose(out.data(), in.data(), width); });
  Compare("transpose", dout.at, out, 0);
  const std::vector<float> nine = Numbers(9, -1, 1);
  cudaMemcpyToSymbol(weights, nine.data(), sizeof weights);
  std::fill(out.begin(), out.end(), 0.0f);
  cudaMemset(dout.at, 0, out.size() * sizeof(float));
  Row(
      "3x3, constant weights", [&] { convolve<<<dim3(64, 64), dim3(16, 16)>>>(dout.at, din.at, rows, width); },
      [&] { PlainConvolve(out.data(), in.data(), nine.data(), rows, width); });
  Compare("3x3", dout.at, out, 1e-4);
}

void Radix() {
  const int n = 1 << 20, blocks = n / kThreads;
  std::vector<unsigned> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u;
  Device<unsigned> din(in), dout(out), counts(16 * blocks);
  Row(
      "radix pass 1M",
      [&] {
        count_digits<<<blocks, kThreads>>>(counts.at, din.at, 8);
        scan_counts<<<1, kThreads>>>(counts.at, 16 * blocks);
        move_by_digit<<<blocks, kThreads>>>(dout.at, counts.at, din.at, 8);
      },
      [&] { PlainRadixPass(out.data(), in.data(), n, 8); });
  Compare("radix pass", dout.at, out, 0);
}

void OverEdges() {
  const int nodes = 1 << 16;
  const Edges edges(nodes);
  const std::vector<float> values = Numbers(edges.targets.size(), 0, 1), x = Numbers(nodes, 0, 1);
  std::vector<float> out(nodes);
  Device<int> starts(edges.starts), targets(edges.targets);
  Device<float> dvalues(values), dx(x), dout(out);
  Row(
      "sparse 64K x vector",
      [&] { sparse<<<nodes / kThreads, kThreads>>>(dout.at, starts.at, targets.at, dvalues.at, dx.at, nodes); },
      [&] { PlainSparse(out.data(), edges.starts.data(), edges.targets.data(), values.data(), x.data(), nodes); });
  Compare("sparse", dout.at, out, 1e-4);
  // A third of the nodes are at the depth of the step, and half of the others are known.
  std::vector<int> begin(nodes), level;
  for (int i = 0; i < nodes; ++i) begin[i] = i % 3 == 0 ? 2 : i % 2 ? 1 : -1;
  Device<int> dbegin(begin), dlevel(begin), changed(1);
  Row(
      "breadth-first step",
      [&] {
        cudaMemcpy(dlevel.at, dbegin.at, nodes * sizeof(int), cudaMemcpyDeviceToDevice);
        breadth<<<nodes / kThreads, kThreads>>>(dlevel.at, changed.at, starts.at, targets.at, nodes, 2);
      },
      [&] {
        level = begin;
        PlainBreadth(level.data(), edges.starts.data(), edges.targets.data(), nodes, 2);
      });
  Compare("breadth-first step", dlevel.at, level, 0);
}

void WithMath() {
  const int n = 1024, options = 1 << 18;
  const std::vector<float> q = Numbers(n * kHead, -1, 1), k = Numbers(n * kHead, -2, 1), v = Numbers(n * kHead, 0, 1);
  std::vector<float> out(q.size());
  Device<float> dq(q), dk(k), dv(v), dout(out);
  Row(
      "flash attention 1024x32", [&] { attention<<<n / 64, 64>>>(dout.at, dq.at, dk.at, dv.at, n); },
      [&] { PlainAttention(out.data(), q.data(), k.data(), v.data(), n); });
  Compare("attention", dout.at, out, 1e-4);
  const std::vector<float> price = Numbers(options, 5, 30), strike = Numbers(options, 1, 100),
                           years = Numbers(options, 0.25, 10);
  std::vector<float> call(options), put(options);
  Device<float> dprice(price), dstrike(strike), dyears(years), dcall(call), dput(put);
  Row(
      "Black-Scholes 256K",
      [&] {
        black_scholes<<<options / kThreads, kThreads>>>(dcall.at, dput.at, dprice.at, dstrike.at, dyears.at, options);
      },
      [&] { PlainBlackScholes(call.data(), put.data(), price.data(), strike.data(), years.data(), options); });
  Compare("call", dcall.at, call, 1e-4);
  Compare("put", dput.at, put, 1e-4);
  const std::vector<float> gates = Numbers(4 * options, -3, 3);
  std::vector<float> hidden(options), cell(options);
  Device<float> dgates(gates), dhidden(hidden), dcell(cell);
  Row(
      "elu/sigmoid/tanh 256K",
      [&] { cell_step<<<options / kThreads, kThreads>>>(dhidden.at, dcell.at, dgates.at, options); },
      [&] { PlainCell(hidden.data(), cell.data(), gates.data(), options); });
  Compare("cell", dcell.at, cell, 1e-4);
}

int main(int argc, char** argv) {
  if (argc > 1) repeats = std::atoi(argv[1]);
  BeginTable();
  ByBlocks();
  Radix();
  OverEdges();
  WithMath();
  EndTable();
}
