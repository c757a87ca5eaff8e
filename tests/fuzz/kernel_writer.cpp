#include "tests/fuzz/kernel_writer.h"

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

namespace lockstep::fuzz {
namespace {

constexpr int kInts = 4, kFloats = 3;

constexpr char kPrelude[] = R"(#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

struct State {
  unsigned i[4];
  float f[3];
  unsigned long long h;
};

__host__ __device__ inline unsigned Bits(float value) {
  if (value != value) return 0x7fc00000u;  // the bits of a NaN are not portable
  unsigned bits;
  memcpy(&bits, &value, 4);
  return bits;
}
__host__ __device__ inline float Small(unsigned value) { return static_cast<float>(static_cast<int>(value % 2001) - 1000) * 0.125f; }
__host__ __device__ inline unsigned Whole(float value) { return value > -1.0e6f && value < 1.0e6f ? static_cast<unsigned>(static_cast<int>(value)) : 7u; }
__host__ __device__ inline void Mix(State& s, unsigned value) { s.h = (s.h ^ value) * 1099511628211ull; }
__host__ __device__ inline State Begin(unsigned thread, unsigned block) {
  State s = {{thread, block * 7u + 3u, thread * 2654435761u, 1u}, {Small(thread), Small(block * 31u + thread), 0.5f}, 14695981039346656037ull};
  return s;
}
__host__ __device__ inline unsigned long long End(State& s) {
  for (unsigned value : s.i) Mix(s, value);
  for (float value : s.f) Mix(s, Bits(value));
  return s.h;
}

int failures = 0;
void Compare(const char* kernel, const std::vector<unsigned long long>& expected, const unsigned long long* device) {
  std::vector<unsigned long long> got(expected.size());
  cudaError_t error = cudaMemcpy(got.data(), device, got.size() * 8, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) { ++failures; printf("%s: %s\n", kernel, cudaGetErrorString(error)); return; }
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != expected[i]) { ++failures; printf("%s: thread %zu: %016llx, expected %016llx\n", kernel, i, got[i], expected[i]); return; }
}
)";

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string Program(int kernels) {
    std::string text = kPrelude, calls;
    for (int k = 0; k < kernels; ++k) {
      text += Kernel(k);
      calls += fmt::format("  test{}();\n", k);
    }
    return text + "\nint main() {\n" + calls + "  if (failures == 0) printf(\"ok\\n\");\n  return failures != 0;\n}\n";
  }

 private:
  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool Chance(int percent) { return Below(100) < percent; }

  std::string Int() { return fmt::format("s.i[{}]", Below(kInts)); }
  std::string Float() { return fmt::format("s.f[{}]", Below(kFloats)); }

  std::string IntExpression(int depth) {
    if (depth == 0) {
      switch (Below(7)) {
        case 0: return fmt::format("{}u", Below(1000));
        case 1: return "thread";
        case 2: return "block";
        case 3: return fmt::format("before[(thread + {}u) % threads]", Below(64));
        case 4: return fmt::format("before[{} % threads]", Int());
        default: return Int();
      }
    }
    const std::string a = IntExpression(depth - 1), b = IntExpression(depth - 1);
    switch (Below(14)) {
      case 0: return fmt::format("({} + {})", a, b);
      case 1: return fmt::format("({} - {})", a, b);
      case 2: return fmt::format("({} * {})", a, b);
      case 3: return fmt::format("({} ^ {})", a, b);
      case 4: return fmt::format("({} & {})", a, b);
      case 5: return fmt::format("({} | {})", a, b);
      case 6: return fmt::format("({} >> ({} & 31u))", a, b);
      case 7: return fmt::format("({} << ({} & 31u))", a, b);
      case 8: return fmt::format("({} / ({} | 1u))", a, b);
      case 9: return fmt::format("({} % ({} | 1u))", a, b);
      case 10: return fmt::format("({} < {} ? {} : {})", a, b, IntExpression(0), IntExpression(0));
      case 11: return fmt::format("static_cast<unsigned>(static_cast<int>({}) >> 3)", a);
      case 12: return fmt::format("static_cast<unsigned>(static_cast<unsigned char>({}))", a);
      default: return fmt::format("Whole({})", FloatExpression(depth - 1));
    }
  }

  std::string FloatExpression(int depth) {
    if (depth == 0)
      return Chance(70)   ? Float()
             : Chance(50) ? fmt::format("{}.{}f", Below(20), Below(10))
                          : fmt::format("Small({})", Int());
    const std::string a = FloatExpression(depth - 1), b = FloatExpression(depth - 1);
    switch (Below(8)) {
      case 0: return fmt::format("({} + {})", a, b);
      case 1: return fmt::format("({} - {})", a, b);
      case 2: return fmt::format("({} * {})", a, b);
      case 3: return fmt::format("({} / ({} * {} + 1.0f))", a, b, b);
      case 4: return fmt::format("({} * {} + {})", a, b, FloatExpression(0));
      case 5: return fmt::format("({} < {} ? {} : {})", a, b, a, FloatExpression(0));
      case 6: return fmt::format("static_cast<float>(static_cast<double>({}) * 0.3)", a);
      default: return fmt::format("Small({})", IntExpression(depth - 1));
    }
  }

  std::string Condition() {
    switch (Below(5)) {
      case 0: return fmt::format("thread % {}u == {}u", 2 + Below(5), Below(3));
      case 1: return fmt::format("thread < {}u", Below(200));
      case 2: return fmt::format("{} < {}", FloatExpression(1), FloatExpression(1));
      default: return fmt::format("({} & {}u) != 0u", IntExpression(1), 1 << Below(5));
    }
  }

  std::string Statement(int depth, const std::string& indent) {
    const std::string inner = indent + "  ";
    switch (depth == 0 ? Below(3) : Below(9)) {
      case 0: return fmt::format("{}{} = {};\n", indent, Int(), IntExpression(2));
      case 1: return fmt::format("{}{} = {};\n", indent, Float(), FloatExpression(2));
      case 2: return fmt::format("{}Mix(s, {});\n", indent, IntExpression(1));
      case 3:
        return fmt::format("{}if ({}) {{\n{}{}}} else {{\n{}{}}}\n", indent, Condition(), Block(depth - 1, inner),
                           indent, Block(depth - 1, inner), indent);
      case 4: return fmt::format("{}if ({}) {{\n{}{}}}\n", indent, Condition(), Block(depth - 1, inner), indent);
      case 5: {
        const int variable = names_++;
        return fmt::format("{}for (unsigned n{} = 0; n{} < ({} & 7u); ++n{}) {{\n{}{}if ({}) {};\n{}}}\n", indent,
                           variable, variable, Chance(50) ? "thread" : fmt::format("{}u", Below(8)), variable,
                           Block(depth - 1, inner), inner, Condition(), Chance(50) ? "break" : "continue", indent);
      }
      case 6: {
        const int variable = names_++;
        return fmt::format("{}unsigned w{} = {} & 7u;\n{}while (w{} != 0u) {{\n{}{}--w{};\n{}}}\n", indent, variable,
                           Int(), indent, variable, Block(depth - 1, inner), inner, variable, indent);
      }
      case 7: {
        std::string text = fmt::format("{}switch ({} % 4u) {{\n", indent, IntExpression(1));
        for (int label = 0; label < 3; ++label)
          text += fmt::format("{}case {}: {{\n{}{}}}{}\n", inner, label, Block(depth - 1, inner + "  "), inner,
                              Chance(70) ? " break;" : "");
        return text + fmt::format("{}default:\n{}{}}}\n", inner, Block(0, inner + "  "), indent);
      }
      default: {
        const int variable = names_++;
        return fmt::format("{}unsigned a{}[4] = {{{}, {}, {}, {}}};\n{}a{}[{} & 3u] += {};\n{}{} = a{}[{} & 3u];\n",
                           indent, variable, IntExpression(0), IntExpression(0), IntExpression(0), IntExpression(0),
                           indent, variable, Int(), IntExpression(1), indent, Int(), variable, Int());
      }
    }
  }

  std::string Block(int depth, const std::string& indent) {
    std::string text;
    for (int count = 1 + Below(3); count > 0; --count) text += Statement(depth, indent);
    return text;
  }

  // The code between two phases: its text in the kernel, and as loops of the host.
  struct Meeting {
    std::string device, host;
  };

  Meeting WarpMeeting() {
    const int from = Below(kInts), to = Below(kInts), other = 1 << Below(5);
    auto lanes = [&](const std::string& each) {
      return fmt::format(
          "      for (unsigned t = 0; t < threads; ++t) {{ unsigned w = t / 32 * 32, lane = t % 32; (void)w; "
          "(void)lane; {} }}\n",
          each);
    };
    const std::string keep =
        fmt::format("      for (unsigned t = 0; t < threads; ++t) kept[t] = states[t].i[{}];\n", from);
    switch (Below(6)) {
      case 0:
        return {fmt::format("  s.i[{}] = __shfl_xor_sync(0xffffffffu, s.i[{}], {});\n", to, from, other),
                keep + lanes(fmt::format("states[t].i[{}] = kept[w + (lane ^ {}u)];", to, other))};
      case 1:
        return {fmt::format("  s.i[{}] = __shfl_down_sync(0xffffffffu, s.i[{}], {});\n", to, from, other),
                keep + lanes(fmt::format("states[t].i[{}] = lane + {}u < 32u ? kept[t + {}u] : kept[t];", to, other,
                                         other))};
      case 2:
        return {fmt::format("  s.i[{}] = __shfl_up_sync(0xffffffffu, s.i[{}], {}, 16);\n", to, from, other),
                keep + lanes(fmt::format("states[t].i[{}] = lane % 16u >= {}u ? kept[t - {}u] : kept[t];", to, other,
                                         other))};
      case 3:
        return {fmt::format("  s.i[{}] = __shfl_sync(0xffffffffu, s.i[{}], s.i[{}]);\n", to, from, to),
                keep + lanes(fmt::format("states[t].i[{}] = kept[w + states[t].i[{}] % 32u];", to, to))};
      case 4:
        return {fmt::format("  s.i[{}] = __ballot_sync(0xffffffffu, s.i[{}] & {}u);\n", to, from, other),
                keep + lanes(fmt::format("unsigned b = 0; for (unsigned l = 0; l < 32; ++l) b |= (kept[w + l] & {}u ? "
                                         "1u : 0u) << l; states[t].i[{}] = b;",
                                         other, to))};
      default:
        return {
            fmt::format("  s.i[{}] = __reduce_add_sync(0xffffffffu, s.i[{}]);\n", to, from),
            keep + lanes(fmt::format(
                       "unsigned sum = 0; for (unsigned l = 0; l < 32; ++l) sum += kept[w + l]; states[t].i[{}] = sum;",
                       to))};
    }
  }

  Meeting BlockMeeting() {
    const int from = Below(kInts), to = Below(kInts);
    if (Chance(70)) return {"  __syncthreads();\n", ""};
    return {fmt::format("  s.i[{}] += __syncthreads_count(s.i[{}] & 1u);\n", to, from),
            fmt::format(
                "      {{ unsigned count = 0; for (unsigned t = 0; t < threads; ++t) count += states[t].i[{}] & 1u; "
                "for (unsigned t = 0; t < threads; ++t) states[t].i[{}] += count; }}\n",
                from, to)};
  }

  std::string Kernel(int k) {
    static const int kShapes[][3] = {{32, 1, 1}, {64, 1, 1}, {128, 1, 1}, {16, 16, 1},
                                     {8, 4, 2},  {96, 1, 1}, {32, 3, 1}};
    const int* shape = kShapes[Below(7)];
    const int threads = shape[0] * shape[1] * shape[2], blocks = 1 + Below(5), phases = 1 + Below(4);
    const bool uses_shared = Chance(80);
    std::string phase_functions, device, host;
    for (int p = 0; p < phases; ++p) {
      names_ = 0;
      phase_functions += fmt::format(
          "__host__ __device__ {}void phase{}_{}(State& s, unsigned thread, unsigned block, unsigned threads, const "
          "unsigned* before, "
          "unsigned* after) {{\n  (void)before; (void)block;\n{}  after[thread] = {};\n}}\n",
          Chance(30) ? "__noinline__ " : "", k, p, Block(2, "  "), IntExpression(1));
      const char* in = p % 2 ? "odd" : "even";
      const char* out = p % 2 ? "even" : "odd";
      device += fmt::format("  phase{}_{}(s, thread, block, threads, {}, {});\n", k, p, in, out);
      host += fmt::format(
          "      for (unsigned t = 0; t < threads; ++t) phase{}_{}(states[t], t, b, threads, {}.data(), {}.data());\n",
          k, p, in, out);
      const Meeting block_meeting = BlockMeeting();
      device += block_meeting.device;
      host += block_meeting.host;
      for (int count = Below(3); count > 0; --count) {
        const Meeting warp = WarpMeeting();
        device += warp.device;
        host += warp.host;
      }
    }
    // Without shared memory a thread sees only its own writes, so that kernels without barriers occur too.
    const std::string arrays =
        uses_shared ? fmt::format("  __shared__ unsigned even[{0}], odd[{0}];\n", threads)
                    : fmt::format("  extern __shared__ unsigned both[];\n  unsigned *even = both, *odd = both + {};\n",
                                  threads);
    return phase_functions +
           fmt::format(
               "__global__ void kernel{}(unsigned long long* out) {{\n{}"
               "  const unsigned threads = {}, block = blockIdx.x;\n"
               "  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"
               "  State s = Begin(thread, block);\n  even[thread] = thread * 3u;\n  __syncthreads();\n{}"
               "  out[block * threads + thread] = End(s);\n}}\n",
               k, arrays, threads, device) +
           fmt::format(
               "void test{}() {{\n  const unsigned threads = {}, blocks = {};\n"
               "  std::vector<unsigned long long> expected(threads * blocks);\n"
               "  for (unsigned b = 0; b < blocks; ++b) {{\n"
               "      std::vector<State> states(threads);\n      std::vector<unsigned> even(threads), odd(threads), "
               "kept(threads);\n"
               "      for (unsigned t = 0; t < threads; ++t) {{ states[t] = Begin(t, b); even[t] = t * 3u; }}\n{}"
               "      for (unsigned t = 0; t < threads; ++t) expected[b * threads + t] = End(states[t]);\n  }}\n"
               "  unsigned long long* out;\n  cudaMalloc(&out, expected.size() * 8);\n"
               "  kernel{}<<<blocks, dim3({}, {}, {}), {}>>>(out);\n"
               "  Compare(\"kernel{}\", expected, out);\n  cudaFree(out);\n}}\n",
               k, threads, blocks, host, k, shape[0], shape[1], shape[2], uses_shared ? 0 : threads * 8, k);
  }

  std::mt19937_64 random_;
  int names_ = 0;
};

}  // namespace

std::string WriteProgram(std::uint64_t seed, int kernels) { return Writer(seed).Program(kernels); }

}  // namespace lockstep::fuzz
