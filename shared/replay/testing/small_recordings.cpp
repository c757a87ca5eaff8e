// A sum with shared memory, a race between two warps, structs, and a kernel to change.

#include <algorithm>
#include <cmath>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

constexpr const char* kReduceSource = R"(__device__ int twice(int v) {
  return 2 * v;
}

__global__ void reduce(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = twice(in[t]);
  __syncthreads();
  if (t < 16) {
    tile[t] += tile[t + 16];
  }
  if (t == 0) out[0] = tile[0];
}
)";

}  // namespace

trace::Recording ReduceRecording() {
  RecordingBuilder b("reduce.cu", kReduceSource);
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId pointer = b.AddPointer(integer);
  const trace::TypeId array = b.AddArray(integer, 64);
  const trace::FunctionId kernel = b.AddFunction("reduce", 5), twice = b.AddFunction("twice", 1);
  const trace::VariableId in = b.AddVariable("in", pointer, trace::VariableKind::kParameter, kernel, 5);
  const trace::VariableId out = b.AddVariable("out", pointer, trace::VariableKind::kParameter, kernel, 5);
  const trace::VariableId t = b.AddVariable("t", integer, trace::VariableKind::kLocal, kernel, 7);
  const trace::VariableId tile = b.AddVariable("tile", array, trace::VariableKind::kShared, kernel, 6);
  const trace::VariableId v = b.AddVariable("v", integer, trace::VariableKind::kParameter, twice, 1);
  std::vector<std::uint8_t> bytes(64 * 4);
  for (std::uint32_t i = 0; i < 64; ++i) std::memcpy(&bytes[4 * i], &i, 4);
  const trace::ObjectId d_in = b.AddAllocation("d_in", integer, {}, bytes);
  const trace::ObjectId d_out = b.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(4));
  b.BeginLaunch(b.AddKernel("reduce", kernel, {in, out}), {1, 1, 1}, {64, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_in));
  b.AddArgument(b.AddressOf(d_out));
  const trace::ObjectId shared = b.AddShared(0, tile, 256);
  using trace::OperandKind;
  const trace::SiteId sets_t = b.AddSite(7, 7), reads_in = b.AddSite(8, 19), calls = b.AddSite(8, 13),
                      returns = b.AddSite(2, 3), sets_tile = b.AddSite(8, 11), reads_far = b.AddSite(11, 16),
                      adds = b.AddSite(11, 13), reads_sum = b.AddSite(13, 25), sets_out = b.AddSite(13, 23);
  b.From({.site = sets_t, .kind = OperandKind::kIndex, .size = 4, .text = "threadIdx.x"});
  b.From({.site = calls,
          .kind = OperandKind::kRead,
          .moves = true,
          .size = 4,
          .length = 4,
          .parameter = v,
          .from = reads_in,
          .from_count = 1});
  b.From({.site = returns, .kind = OperandKind::kVariable, .size = 4, .length = 4, .variable = v});
  b.From({.site = sets_tile,
          .kind = OperandKind::kReturned,
          .moves = true,
          .size = 4,
          .length = 4,
          .function = twice,
          .from = calls,
          .from_count = 1});
  for (const trace::SiteId read : {reads_far, adds})
    b.From({.site = adds, .kind = OperandKind::kRead, .size = 4, .length = 4, .from = read, .from_count = 1});
  b.From({.site = sets_out,
          .kind = OperandKind::kRead,
          .moves = true,
          .size = 4,
          .length = 4,
          .from = reads_sum,
          .from_count = 1});
  const auto each = [&](std::uint32_t first, std::uint32_t end, const auto& act) {
    for (std::uint32_t i = first; i < end; ++i) act(Actor{0, i}, i);
  };
  const auto value = [&](std::uint32_t i) {
    std::int32_t read;
    std::memcpy(&read, &b.Bytes(shared)[4 * i], 4);
    return read;
  };
  const auto warp_until_barrier = [&](std::uint32_t first) {
    each(first, first + 32, [&](Actor a, std::uint32_t) { b.Enter(a, kernel), b.Line(a, 7); });
    each(first, first + 32, [&](Actor a, std::uint32_t i) {
      b.Write(a, 7, b.Declare(a, t), 0, i), b.At(sets_t);
      b.Line(a, 8);
    });
    each(first, first + 32, [&](Actor a, std::uint32_t i) {
      b.Read(a, 8, d_in, 4 * i, 4), b.At(reads_in);
      b.Enter(a, twice), b.At(calls);
      b.Write(a, 1, b.Declare(a, v), 0, i);
      b.Line(a, 2);
      b.Leave(a, twice), b.At(returns);
      b.Write(a, 8, shared, 4 * i, 2 * i), b.At(sets_tile);
      b.Line(a, 9);
    });
    each(first, first + 32, [&](Actor a, std::uint32_t) { b.Arrive(a, 9); });
  };
  warp_until_barrier(0);
  warp_until_barrier(32);
  each(0, 64, [&](Actor a, std::uint32_t) { b.Pass(a, 9), b.Line(a, 10); });
  each(0, 16, [&](Actor a, std::uint32_t) { b.Line(a, 11); });
  each(0, 16, [&](Actor a, std::uint32_t i) {
    b.Read(a, 11, shared, 4 * (i + 16), 4), b.At(reads_far);
    b.Read(a, 11, shared, 4 * i, 4), b.At(adds);
    b.Write(a, 11, shared, 4 * i, value(i) + value(i + 16)), b.At(adds);
  });
  each(0, 64, [&](Actor a, std::uint32_t) { b.Line(a, 13); });
  b.Read({0, 0}, 13, shared, 0, 4), b.At(reads_sum);
  b.Write({0, 0}, 13, d_out, 0, value(0)), b.At(sets_out);
  each(0, 64, [&](Actor a, std::uint32_t) { b.Leave(a, kernel), b.Exit(a); });
  return b.Finish();
}

namespace {

constexpr const char* kParticlesSource = R"(struct Vec { float x, y, z; };
struct Particle { Vec pos; int id[2]; double mass; };

__global__ void move(Particle* ps, Vec by) {
  Particle p = ps[threadIdx.x];
  p.pos.x += by.x;
  ps[threadIdx.x].pos = p.pos;
  ps[threadIdx.x].id[1] = p.id[0];
}
)";

}  // namespace

trace::Recording ShuffleRecording() {
  RecordingBuilder b("shuffle.cu", "kernel\nshuffles\nvotes\n");
  const trace::FunctionId kernel = b.AddFunction("k", 1);
  b.BeginLaunch(b.AddKernel("k", kernel, {}), {1, 1, 1}, {32, 1, 1}, {{0, 0, 0}});
  const auto each = [&](const auto& act) {
    for (std::uint32_t i = 0; i < 32; ++i) act(Actor{0, i}, i);
  };
  each([&](Actor a, std::uint32_t) { b.Enter(a, kernel), b.Line(a, 2); });
  each([&](Actor a, std::uint32_t i) {
    b.Exchange(a, 2, {trace::WarpOperation::kShuffleXor, i ^ 3, 1}, i, i ^ 3);
    b.Line(a, 3);
  });
  each([&](Actor a, std::uint32_t) { b.Exchange(a, 3, {trace::WarpOperation::kBallot, 0, 2}, 1, ~0u), b.Exit(a); });
  return b.Finish();
}

trace::Recording ParticlesRecording() {
  struct Vec {
    float x, y, z;
  };
  struct Particle {
    Vec pos;
    std::int32_t id[2];
    double mass;
  };
  RecordingBuilder b("particles.cu", kParticlesSource);
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::TypeId wide = b.AddType(trace::TypeKind::kFloat, "double", 8);
  const trace::TypeId ids = b.AddArray(b.AddType(trace::TypeKind::kSigned, "int", 4), 2);
  const trace::TypeId vec = b.AddStruct("Vec", sizeof(Vec), {{"x", real, 0}, {"y", real, 4}, {"z", real, 8}});
  const trace::TypeId particle =
      b.AddStruct("Particle", sizeof(Particle), {{"pos", vec, 0}, {"id", ids, 12}, {"mass", wide, 24}});
  static_assert(sizeof(Particle) == 32);
  const trace::FunctionId kernel = b.AddFunction("move", 4);
  const trace::VariableId ps = b.AddVariable("ps", b.AddPointer(particle), trace::VariableKind::kParameter, kernel, 4);
  const trace::VariableId by = b.AddVariable("by", vec, trace::VariableKind::kParameter, kernel, 4);
  const trace::VariableId p = b.AddVariable("p", particle, trace::VariableKind::kLocal, kernel, 5);
  constexpr std::uint32_t kThreads = 16;
  std::vector<Particle> all(kThreads);
  for (std::uint32_t i = 0; i < kThreads; ++i) {
    const auto n = static_cast<float>(i);
    all[i] = {{n, n * 10, n * 100}, {static_cast<std::int32_t>(i) + 1000, 0}, i < kThreads / 2 ? n / 2 : NAN};
  }
  std::vector<std::uint8_t> bytes(sizeof(Particle) * kThreads);
  std::memcpy(bytes.data(), all.data(), bytes.size());
  const trace::ObjectId object = b.AddAllocation("ps", particle, {}, bytes);
  b.BeginLaunch(b.AddKernel("move", kernel, {ps, by}), {1, 1, 1}, {kThreads, 1, 1}, {{0, 0, 0}});
  trace::UnwrittenMemory unwritten{.object = object};
  for (std::uint32_t i = kThreads / 2; i < kThreads; ++i) {
    const std::uint64_t mass = i * sizeof(Particle) + offsetof(Particle, mass);
    unwritten.ranges.push_back({mass, mass + sizeof(double)});
  }
  b.launch().unwritten.push_back(std::move(unwritten));
  b.AddArgument(b.AddressOf(object));
  b.AddArgument(Vec{1, 2, 3});
  for (std::uint32_t i = 0; i < kThreads; ++i) {
    const Actor a{0, i};
    const std::uint64_t mine = i * sizeof(Particle);
    b.Enter(a, kernel);
    b.Line(a, 5);
    const trace::ObjectId local = b.Declare(a, p);
    for (std::uint32_t word = 0; word < 20; word += 4) {
      std::uint32_t value = 0;
      std::memcpy(&value, &bytes[mine + word], 4);
      b.Read(a, 5, object, mine + word, 4);
      b.Write(a, 5, local, word, value);
    }
    b.Line(a, 6);
    b.Write(a, 6, local, 0, all[i].pos.x + 1);
    b.Line(a, 7);
    b.Write(a, 7, object, mine, all[i].pos.x + 1);
    b.Write(a, 7, object, mine + 4, all[i].pos.y);
    b.Write(a, 7, object, mine + 8, all[i].pos.z);
    b.Line(a, 8);
    b.Write(a, 8, object, mine + offsetof(Particle, id[1]), all[i].id[0]);
    b.Leave(a, kernel);
    b.Exit(a);
  }
  return b.Finish();
}

namespace {

constexpr const char* kRacySource = R"(// The neighbour may not have written its element yet.
__global__ void shift(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(in, out);
  cudaFree(in);
}
)";

// Thread 31 reads the element that thread 32, of the next warp, writes later.
std::vector<trace::RecordedFinding> RacyFindings(const trace::RecordedLaunch& launch, trace::ObjectId tile,
                                                 trace::ObjectId out) {
  trace::RecordedSide reads{.text = "thread (31,0,0) of block (0,0,0) read 4 bytes at line 5",
                            .file = trace::FileId{0},
                            .line = 5,
                            .thread = {31, 0, 0},
                            .launch = 0};
  trace::RecordedSide writes{.text = "thread (32,0,0) of block (0,0,0) wrote 4 bytes at line 4",
                             .file = trace::FileId{0},
                             .line = 4,
                             .thread = {32, 0, 0},
                             .launch = 0};
  for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
    const trace::Step& step = launch.steps[i];
    if (step.object != tile) continue;
    if (step.thread == 31 && step.kind == trace::StepKind::kRead) reads.step = i;
    if (step.thread == 32 && step.kind == trace::StepKind::kWrite) writes.step = i;
  }
  return {{.kind = "race-shared",
           .fact = "one thread reads `tile` while another writes it, with no barrier between",
           .file = trace::FileId{0},
           .line = 4,
           .kernel = "shift",
           .sides = {reads, writes},
           .memory = "`tile`: 256 bytes of shared memory (`int[64]`), declared at line 3",
           .object = tile,
           .hint = "put `__syncthreads()` between them",
           .count = 64},
          {.severity = Severity::kWarning,
           .kind = "leak",
           .fact = "`out` is still allocated when the program ends",
           .file = trace::FileId{0},
           .line = 11,
           .sides = {{.text = "the host allocated it at line 11",
                      .file = trace::FileId{0},
                      .line = 11,
                      .by_host = true,
                      .missing = "host accesses are not recorded"}},
           .object = out,
           .hint = "call `cudaFree`"}};
}

}  // namespace

trace::Recording RacyRecording() {
  RecordingBuilder b("racy.cu", kRacySource);
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId pointer = b.AddPointer(integer), array = b.AddArray(integer, 64);
  const trace::FunctionId kernel = b.AddFunction("shift", 2);
  const trace::VariableId in = b.AddVariable("in", pointer, trace::VariableKind::kParameter, kernel, 2);
  const trace::VariableId out = b.AddVariable("out", pointer, trace::VariableKind::kParameter, kernel, 2);
  const trace::VariableId tile = b.AddVariable("tile", array, trace::VariableKind::kShared, kernel, 3);
  std::vector<std::uint8_t> bytes(64 * 4);
  for (std::uint32_t i = 0; i < 64; ++i) std::memcpy(&bytes[4 * i], &i, 4);
  const trace::ObjectId d_in = b.AddAllocation("in", integer, {}, bytes);
  const trace::ObjectId d_out = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(64 * 4));
  b.BeginLaunch(b.AddKernel("shift", kernel, {in, out}), {1, 1, 1}, {64, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_in));
  b.AddArgument(b.AddressOf(d_out));
  const trace::ObjectId shared = b.AddShared(0, tile, 256);
  for (std::uint32_t warp = 0; warp < 64; warp += 32) {
    const auto each = [&](const auto& act) {
      for (std::uint32_t i = warp; i < warp + 32; ++i) act(Actor{0, i}, i);
    };
    each([&](Actor a, std::uint32_t) { b.Enter(a, kernel), b.Line(a, 4); });
    each([&](Actor a, std::uint32_t i) {
      b.Read(a, 4, d_in, 4 * i, 4);
      b.Write(a, 4, shared, 4 * i, i);
      b.Line(a, 5);
    });
    each([&](Actor a, std::uint32_t i) {
      const std::uint32_t from = (i + 1) % 64;
      std::uint32_t value;
      std::memcpy(&value, &b.Bytes(shared)[4 * from], 4);
      b.Read(a, 5, shared, 4 * from, 4);
      b.Write(a, 5, d_out, 4 * i, value);
      b.Leave(a, kernel), b.Exit(a);
    });
  }
  b.recording().findings = RacyFindings(b.launch(), shared, d_out);
  return b.Finish();
}

trace::Recording ScaleRecording(int factor, int stop, const std::string& head) {
  const auto skipped = static_cast<std::uint32_t>(std::count(head.begin(), head.end(), '\n'));
  RecordingBuilder b("f.cu", head +
                                 "__global__ void f(int* out) {\n"
                                 "  if (threadIdx.x < stop)\n"
                                 "    out[threadIdx.x] = factor * threadIdx.x;\n"
                                 "}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId f = b.AddFunction("f", 1 + skipped);
  const trace::VariableId out =
      b.AddVariable("out", b.AddPointer(integer), trace::VariableKind::kParameter, f, 1 + skipped);
  const trace::ObjectId d_out = b.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(16));
  b.BeginLaunch(b.AddKernel("f", f, {out}), {1, 1, 1}, {4, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_out));
  for (std::uint32_t t = 0; t < 4; ++t) {
    const Actor actor{0, t};
    b.Enter(actor, f);
    b.Line(actor, 2 + skipped);
    if (static_cast<int>(t) < stop) {
      b.Line(actor, 3 + skipped);
      b.Write(actor, 3 + skipped, d_out, 4 * t, std::int32_t(factor * static_cast<int>(t)));
    }
    b.Leave(actor, f);
    b.Exit(actor);
  }
  return b.Finish();
}

trace::Recording PipeRecording(bool is_changed_between) {
  RecordingBuilder b("pipe.cu",
                     "__global__ void make(int* x) {\n  x[0] = 6;\n}\n__global__ void use(int* x, int* z) {\n"
                     "  z[0] = x[0] + 1;\n}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId make = b.AddFunction("make", 1), use = b.AddFunction("use", 4);
  const trace::KernelId maker = b.AddKernel("make", make, {}), user = b.AddKernel("use", use, {});
  const trace::ObjectId x = b.AddAllocation("x", integer, {1}, std::vector<std::uint8_t>(4));
  const trace::ObjectId z = b.AddAllocation("z", integer, {1}, std::vector<std::uint8_t>(4));
  const auto bytes = [&] { return trace::Snapshot{.object = x, .bytes = b.Bytes(x)}; };
  b.BeginLaunch(maker, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}}).memory_before = {bytes()};
  b.Enter({}, make);
  b.Line({}, 2);
  b.Write({}, 2, x, 0, 6);
  b.launch().memory_after = {bytes()};
  b.BeginLaunch(maker, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}}).memory_before.clear();
  b.BeginLaunch(user, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  if (is_changed_between) b.launch().memory_before[0].bytes[1] = 1;
  b.Enter({}, use);
  b.Line({}, 5);
  const trace::SiteId reads = b.AddSite(5, 10), sets = b.AddSite(5, 8);
  b.Read({}, 5, x, 0, 4), b.At(reads);
  b.Write({}, 5, z, 0, 7), b.At(sets);
  b.From({.site = sets, .kind = trace::OperandKind::kRead, .size = 4, .length = 4, .from = reads, .from_count = 1});
  trace::Recording recording = b.Finish();
  recording.host_events = {
      {.kind = trace::HostEventKind::kCopy, .call = "cudaMemcpy", .width = 4, .to = {.object = x}},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 0},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 1},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .launch = 2},
  };
  return recording;
}

}  // namespace lockstep::replay
