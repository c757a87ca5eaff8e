#include "shared/replay/testing/recording_builder.h"

#include <algorithm>

namespace lockstep::replay {

RecordingBuilder::RecordingBuilder(std::string path, std::string text) {
  recording_.program = path;
  recording_.order = "lockstep";
  recording_.files.push_back({std::move(path), std::move(text)});
}

TypeId RecordingBuilder::AddType(TypeKind kind, std::string name, std::uint64_t size) {
  recording_.types.push_back({.kind = kind, .name = std::move(name), .size = size});
  return static_cast<TypeId>(recording_.types.size() - 1);
}

TypeId RecordingBuilder::AddPointer(TypeId to) {
  const TypeId pointer = AddType(TypeKind::kPointer, recording_.types[Index(to)].name + "*", 8);
  recording_.types.back().element = to;
  return pointer;
}

TypeId RecordingBuilder::AddArray(TypeId of, std::uint64_t count) {
  const Type element = recording_.types[Index(of)];
  const TypeId array =
      AddType(TypeKind::kArray, element.name + "[" + std::to_string(count) + "]", element.size * count);
  recording_.types.back().element = of;
  recording_.types.back().count = count;
  return array;
}

FunctionId RecordingBuilder::AddFunction(std::string name, std::uint32_t line) {
  recording_.functions.push_back({std::move(name), FileId{0}, line});
  return static_cast<FunctionId>(recording_.functions.size() - 1);
}

VariableId RecordingBuilder::AddVariable(std::string name, TypeId type, VariableKind kind, FunctionId function,
                                         std::uint32_t line) {
  recording_.variables.push_back({std::move(name), type, kind, function, FileId{0}, line});
  return static_cast<VariableId>(recording_.variables.size() - 1);
}

KernelId RecordingBuilder::AddKernel(std::string name, FunctionId function, std::vector<VariableId> parameters) {
  recording_.kernels.push_back({name, name, function, std::move(parameters)});
  return static_cast<KernelId>(recording_.kernels.size() - 1);
}

ObjectId RecordingBuilder::AddAllocation(std::string name, TypeId element, std::vector<std::uint64_t> shape,
                                         std::vector<std::uint8_t> bytes) {
  recording_.objects.push_back({.kind = ObjectKind::kAllocation,
                                .name = std::move(name),
                                .element = element,
                                .shape = std::move(shape),
                                .address = next_address_,
                                .size = bytes.size()});
  next_address_ += (bytes.size() + 511) / 256 * 256;
  program_bytes_.push_back(std::move(bytes));
  return static_cast<ObjectId>(recording_.objects.size() - 1);
}

std::uint64_t RecordingBuilder::AddressOf(ObjectId object) const {
  if (!IsLaunchObject(object)) return recording_.objects[Index(object)].address;
  return recording_.launches.back().objects[LaunchObjectIndex(object)].address;
}

RecordedLaunch& RecordingBuilder::BeginLaunch(KernelId kernel, Dim3 grid, Dim3 block,
                                              std::vector<Dim3> recorded_blocks) {
  RecordedLaunch launch{
      .kernel = kernel, .number = static_cast<std::uint32_t>(recording_.launches.size()), .grid = grid, .block = block};
  for (const Dim3 index : recorded_blocks) launch.blocks.push_back({index});
  for (std::uint32_t i = 0; i < program_bytes_.size(); ++i) {
    launch.memory_before.push_back({static_cast<ObjectId>(i), program_bytes_[i], false});
  }
  recording_.launches.push_back(std::move(launch));
  launch_bytes_.clear();
  return recording_.launches.back();
}

ObjectId RecordingBuilder::AddShared(std::uint32_t block, VariableId variable, std::uint64_t size) {
  launch().objects.push_back({.kind = ObjectKind::kShared,
                              .name = recording_.variables[Index(variable)].name,
                              .variable = variable,
                              .element = recording_.variables[Index(variable)].type,
                              .address = next_address_,
                              .size = size,
                              .block = block});
  next_address_ += (size + 511) / 256 * 256;
  launch_bytes_.emplace_back(size, 0xcd);
  return static_cast<ObjectId>((launch().objects.size() - 1) | kLaunchObjectBit);
}

void RecordingBuilder::Line(Actor actor, std::uint32_t line) { Push(actor, StepKind::kLine, line); }

void RecordingBuilder::Enter(Actor actor, FunctionId function) {
  const std::uint32_t line = recording_.functions[Index(function)].line;
  Push(actor, StepKind::kEnter, line).offset = Index(function);
}

void RecordingBuilder::Leave(Actor actor, FunctionId function) {
  const std::uint32_t line = recording_.functions[Index(function)].line;
  Push(actor, StepKind::kLeave, line).offset = Index(function);
}

ObjectId RecordingBuilder::Declare(Actor actor, VariableId id) {
  const Variable& variable = recording_.variables[Index(id)];
  const std::uint64_t size = recording_.types[Index(variable.type)].size;
  launch().objects.push_back({.kind = ObjectKind::kLocal,
                              .name = variable.name,
                              .variable = id,
                              .element = variable.type,
                              .address = next_address_,
                              .size = size,
                              .block = actor.block,
                              .thread = actor.thread});
  next_address_ += 16;
  launch_bytes_.emplace_back(size, 0xcd);
  const auto object = static_cast<ObjectId>((launch().objects.size() - 1) | kLaunchObjectBit);
  Push(actor, StepKind::kDeclare, variable.line).object = object;
  return object;
}

void RecordingBuilder::Exit(Actor actor) { Push(actor, StepKind::kExit, 0); }
void RecordingBuilder::Arrive(Actor actor, std::uint32_t line) { Push(actor, StepKind::kArrive, line); }
void RecordingBuilder::Pass(Actor actor, std::uint32_t line) { Push(actor, StepKind::kPass, line); }

void RecordingBuilder::Fault(Actor actor, std::uint32_t line, ObjectId object, std::int64_t offset, std::uint16_t size,
                             bool writes) {
  launch().texts.push_back("an access outside");
  Step& step = Push(actor, StepKind::kFault, line);
  step.object = object;
  step.offset = static_cast<std::uint32_t>(launch().texts.size() - 1);
  step.before = static_cast<std::uint64_t>(offset);
  step.after = writes;
  step.size = size;
}

void RecordingBuilder::Read(Actor actor, std::uint32_t line, ObjectId object, std::uint64_t offset,
                            std::uint16_t size) {
  Step& step = Push(actor, StepKind::kRead, line);
  step.object = object;
  step.offset = static_cast<std::uint32_t>(offset);
  step.size = size;
  std::memcpy(&step.after, BytesOf(object).data() + offset, size);
}

void RecordingBuilder::WriteWord(Actor actor, std::uint32_t line, ObjectId object, std::uint64_t offset,
                                 std::uint16_t size, std::uint64_t word) {
  Step& step = Push(actor, StepKind::kWrite, line);
  step.object = object;
  step.offset = static_cast<std::uint32_t>(offset);
  step.size = size;
  step.after = word;
  std::uint8_t* bytes = BytesOf(object).data() + offset;
  std::memcpy(&step.before, bytes, size);
  std::memcpy(bytes, &word, size);
}

const std::vector<std::uint8_t>& RecordingBuilder::Bytes(ObjectId object) const {
  return IsLaunchObject(object) ? launch_bytes_[LaunchObjectIndex(object)] : program_bytes_[Index(object)];
}

Recording RecordingBuilder::Finish() {
  for (std::uint32_t i = 0; i < program_bytes_.size(); ++i) {
    launch().memory_after.push_back({static_cast<ObjectId>(i), program_bytes_[i], false});
  }
  return std::move(recording_);
}

SiteId RecordingBuilder::SiteOf(std::uint32_t line) {
  for (std::uint32_t i = 0; i < recording_.sites.size(); ++i) {
    if (recording_.sites[i].line == line) return static_cast<SiteId>(i);
  }
  recording_.sites.push_back({.file = FileId{0}, .line = line, .function = FunctionId{0}});
  return static_cast<SiteId>(recording_.sites.size() - 1);
}

Step& RecordingBuilder::Push(Actor actor, StepKind kind, std::uint32_t line) {
  const SiteId site = line == 0 ? SiteId::kNone : SiteOf(line);
  launch().steps.push_back({.kind = kind, .block = actor.block, .thread = actor.thread, .site = site});
  return launch().steps.back();
}

std::vector<std::uint8_t>& RecordingBuilder::BytesOf(ObjectId object) {
  return IsLaunchObject(object) ? launch_bytes_[LaunchObjectIndex(object)] : program_bytes_[Index(object)];
}

namespace {

constexpr const char* kGreySource = R"(// A colour picture to grey: one thread makes one pixel.
// The picture is planar: all red bytes, then all green ones, then all blue ones.

__global__ void grey(const unsigned char* in, unsigned char* out, int n) {
  int i = blockIdx.x*blockDim.x+threadIdx.x;
  if (i < n) {
    float r = in[i];
    float g = in[i + n];
    float b = in[i + 2 * n];
    out[i] = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  }
}

int main() {
  run(1600, 1066);
}
)";

std::uint8_t Pattern(std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
  return static_cast<std::uint8_t>((x * (channel + 2) + y * (5 - channel)) & 255);
}

// One warp's threads go through the kernel together, line by line.
class GreyWarp {
 public:
  struct Kernel {
    VariableId i, r, g, b;
    ObjectId in, out;
    FunctionId function;
    std::uint32_t n;
  };
  GreyWarp(RecordingBuilder& builder, const Kernel& kernel, std::uint32_t block_slot, std::uint32_t block,
           std::uint32_t block_dim, std::uint32_t first)
      : builder_(builder), kernel_(kernel) {
    for (std::uint32_t t = first; t < std::min(first + 32, block_dim); ++t) {
      actors_.push_back({.actor = {block_slot, t}, .index = static_cast<std::int32_t>(block * block_dim + t)});
    }
  }

  void Run() {
    for (Member& m : actors_) {
      builder_.Enter(m.actor, kernel_.function);
      builder_.Line(m.actor, 5);
    }
    for (Member& m : actors_) {
      builder_.Write(m.actor, 5, builder_.Declare(m.actor, kernel_.i), 0, m.index);
      builder_.Line(m.actor, 6);
    }
    for (std::uint32_t channel = 0; channel < 3; ++channel) {
      for (Member& m : actors_) {
        if (IsInside(m)) Step(m, channel);
      }
    }
    for (Member& m : actors_) {
      if (IsInside(m)) ReadChannel(m, 2);
      builder_.Line(m.actor, IsInside(m) ? 10 : 12);
    }
    for (Member& m : actors_) {
      if (!IsInside(m)) continue;
      const float grey = 0.2989f * m.rgb[0] + 0.5870f * m.rgb[1] + 0.1140f * m.rgb[2];
      builder_.Write(m.actor, 10, kernel_.out, static_cast<std::uint64_t>(m.index), static_cast<std::uint8_t>(grey));
      builder_.Line(m.actor, 12);
    }
    for (Member& m : actors_) {
      builder_.Leave(m.actor, kernel_.function);
      builder_.Exit(m.actor);
    }
  }

 private:
  struct Member {
    Actor actor;
    std::int32_t index;
    float rgb[3] = {};
  };
  bool IsInside(const Member& m) const { return static_cast<std::uint32_t>(m.index) < kernel_.n; }
  void Step(Member& m, std::uint32_t channel) {
    if (channel > 0) ReadChannel(m, channel - 1);
    builder_.Line(m.actor, 7 + channel);
  }
  void ReadChannel(Member& m, std::uint32_t channel) {
    const VariableId variable = channel == 0 ? kernel_.r : channel == 1 ? kernel_.g : kernel_.b;
    const ObjectId object = builder_.Declare(m.actor, variable);
    const std::uint64_t offset = static_cast<std::uint64_t>(m.index) + std::uint64_t{channel} * kernel_.n;
    builder_.Read(m.actor, 7 + channel, kernel_.in, offset, 1);
    m.rgb[channel] = builder_.Bytes(kernel_.in)[offset];
    builder_.Write(m.actor, 7 + channel, object, 0, m.rgb[channel]);
  }

  RecordingBuilder& builder_;
  const Kernel& kernel_;
  std::vector<Member> actors_;
};

// What the blocks did that were not recorded: their pixels after the launch, and who wrote each.
void FinishGrey(RecordingBuilder& builder, const GreyWarp::Kernel& kernel, std::uint32_t threads) {
  WriterMap writers{.object = kernel.out, .cell = 1};
  const auto& in = builder.Bytes(kernel.in);
  for (std::uint32_t i = 0; i < kernel.n; ++i) {
    writers.writer.push_back(1 + i);
    const float grey = 0.2989f * in[i] + 0.5870f * in[i + kernel.n] + 0.1140f * in[i + 2 * kernel.n];
    const_cast<std::vector<std::uint8_t>&>(builder.Bytes(kernel.out))[i] = static_cast<std::uint8_t>(grey);
  }
  (void)threads;
  builder.launch().writers.push_back(std::move(writers));
}

}  // namespace

Recording GreyRecording(const GreyShape& shape) {
  const std::uint32_t n = shape.width * shape.height;
  const std::uint32_t blocks = (n + shape.threads - 1) / shape.threads;
  RecordingBuilder builder("grey.cu", kGreySource);
  const TypeId byte = builder.AddType(TypeKind::kUnsigned, "unsigned char", 1);
  const TypeId integer = builder.AddType(TypeKind::kSigned, "int", 4);
  const TypeId real = builder.AddType(TypeKind::kFloat, "float", 4);
  const TypeId pointer = builder.AddPointer(byte);
  const FunctionId function = builder.AddFunction("grey", 4);
  const auto parameter = [&](const char* name, TypeId type) {
    return builder.AddVariable(name, type, VariableKind::kParameter, function, 4);
  };
  const auto local = [&](const char* name, TypeId type, std::uint32_t line) {
    return builder.AddVariable(name, type, VariableKind::kLocal, function, line);
  };
  const KernelId kernel_id = builder.AddKernel(
      "grey", function, {parameter("in", pointer), parameter("out", pointer), parameter("n", integer)});
  std::vector<std::uint8_t> in(std::size_t{3} * n);
  const auto picture = shape.picture ? shape.picture : Pattern;
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = picture(i % n % shape.width, i % n / shape.width, i / n);
  GreyWarp::Kernel kernel{.i = local("i", integer, 5),
                          .r = local("r", real, 7),
                          .g = local("g", real, 8),
                          .b = local("b", real, 9),
                          .function = function,
                          .n = n};
  kernel.in = builder.AddAllocation("d_in", byte, {3, shape.height, shape.width}, std::move(in));
  kernel.out = builder.AddAllocation("d_out", byte, {shape.height, shape.width}, std::vector<std::uint8_t>(n));
  std::vector<Dim3> recorded;
  for (std::uint32_t b = 0; b < std::min(blocks, shape.recorded_blocks); ++b) recorded.push_back({b, 0, 0});
  builder.BeginLaunch(kernel_id, {blocks, 1, 1}, {shape.threads, 1, 1}, recorded);
  builder.AddArgument(builder.AddressOf(kernel.in));
  builder.AddArgument(builder.AddressOf(kernel.out));
  builder.AddArgument(n);
  for (std::uint32_t b = 0; b < recorded.size(); ++b) {
    for (std::uint32_t first = 0; first < shape.threads; first += 32) {
      GreyWarp(builder, kernel, b, b, shape.threads, first).Run();
    }
  }
  FinishGrey(builder, kernel, shape.threads);
  return builder.Finish();
}

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

Recording ReduceRecording() {
  RecordingBuilder b("reduce.cu", kReduceSource);
  const TypeId integer = b.AddType(TypeKind::kSigned, "int", 4);
  const TypeId pointer = b.AddPointer(integer);
  const TypeId array = b.AddArray(integer, 64);
  const FunctionId kernel = b.AddFunction("reduce", 5), twice = b.AddFunction("twice", 1);
  const VariableId in = b.AddVariable("in", pointer, VariableKind::kParameter, kernel, 5);
  const VariableId out = b.AddVariable("out", pointer, VariableKind::kParameter, kernel, 5);
  const VariableId t = b.AddVariable("t", integer, VariableKind::kLocal, kernel, 7);
  const VariableId tile = b.AddVariable("tile", array, VariableKind::kShared, kernel, 6);
  const VariableId v = b.AddVariable("v", integer, VariableKind::kParameter, twice, 1);
  std::vector<std::uint8_t> bytes(64 * 4);
  for (std::uint32_t i = 0; i < 64; ++i) std::memcpy(&bytes[4 * i], &i, 4);
  const ObjectId d_in = b.AddAllocation("d_in", integer, {}, bytes);
  const ObjectId d_out = b.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(4));
  b.BeginLaunch(b.AddKernel("reduce", kernel, {in, out}), {1, 1, 1}, {64, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_in));
  b.AddArgument(b.AddressOf(d_out));
  const ObjectId shared = b.AddShared(0, tile, 256);
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
    each(first, first + 32, [&](Actor a, std::uint32_t i) { b.Write(a, 7, b.Declare(a, t), 0, i), b.Line(a, 8); });
    each(first, first + 32, [&](Actor a, std::uint32_t i) {
      b.Read(a, 8, d_in, 4 * i, 4);
      b.Enter(a, twice);
      b.Write(a, 1, b.Declare(a, v), 0, i);
      b.Line(a, 2);
      b.Leave(a, twice);
      b.Write(a, 8, shared, 4 * i, 2 * i);
      b.Line(a, 9);
    });
    each(first, first + 32, [&](Actor a, std::uint32_t) { b.Arrive(a, 9); });
  };
  warp_until_barrier(0);
  warp_until_barrier(32);
  each(0, 64, [&](Actor a, std::uint32_t) { b.Pass(a, 9), b.Line(a, 10); });
  each(0, 16, [&](Actor a, std::uint32_t) { b.Line(a, 11); });
  each(0, 16, [&](Actor a, std::uint32_t i) {
    b.Read(a, 11, shared, 4 * (i + 16), 4);
    b.Read(a, 11, shared, 4 * i, 4);
    b.Write(a, 11, shared, 4 * i, value(i) + value(i + 16));
  });
  each(0, 64, [&](Actor a, std::uint32_t) { b.Line(a, 13); });
  b.Read({0, 0}, 13, shared, 0, 4);
  b.Write({0, 0}, 13, d_out, 0, value(0));
  each(0, 64, [&](Actor a, std::uint32_t) { b.Leave(a, kernel), b.Exit(a); });
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

// Thread 31 reads what thread 32, of the next warp, writes later.
std::vector<RecordedFinding> RacyFindings(const RecordedLaunch& launch, ObjectId tile, ObjectId out) {
  FindingSide reads{.text = "thread (31,0,0) of block (0,0,0) read 4 bytes at line 5",
                    .file = FileId{0},
                    .line = 5,
                    .thread = {31, 0, 0},
                    .launch = 0};
  FindingSide writes{.text = "thread (32,0,0) of block (0,0,0) wrote 4 bytes at line 4",
                     .file = FileId{0},
                     .line = 4,
                     .thread = {32, 0, 0},
                     .launch = 0};
  for (std::uint32_t i = 0; i < launch.steps.size(); ++i) {
    const Step& step = launch.steps[i];
    if (step.object != tile) continue;
    if (step.thread == 31 && step.kind == StepKind::kRead) reads.step = i;
    if (step.thread == 32 && step.kind == StepKind::kWrite) writes.step = i;
  }
  return {{.kind = "race-shared",
           .fact = "one thread reads `tile` while another writes it, with no barrier between",
           .file = FileId{0},
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
           .file = FileId{0},
           .line = 11,
           .sides = {{.text = "the host allocated it at line 11",
                      .file = FileId{0},
                      .line = 11,
                      .by_host = true,
                      .missing = "host accesses are not recorded"}},
           .object = out,
           .hint = "call `cudaFree`"}};
}

}  // namespace

Recording RacyRecording() {
  RecordingBuilder b("racy.cu", kRacySource);
  const TypeId integer = b.AddType(TypeKind::kSigned, "int", 4);
  const TypeId pointer = b.AddPointer(integer), array = b.AddArray(integer, 64);
  const FunctionId kernel = b.AddFunction("shift", 2);
  const VariableId in = b.AddVariable("in", pointer, VariableKind::kParameter, kernel, 2);
  const VariableId out = b.AddVariable("out", pointer, VariableKind::kParameter, kernel, 2);
  const VariableId tile = b.AddVariable("tile", array, VariableKind::kShared, kernel, 3);
  std::vector<std::uint8_t> bytes(64 * 4);
  for (std::uint32_t i = 0; i < 64; ++i) std::memcpy(&bytes[4 * i], &i, 4);
  const ObjectId d_in = b.AddAllocation("in", integer, {}, bytes);
  const ObjectId d_out = b.AddAllocation("out", integer, {}, std::vector<std::uint8_t>(64 * 4));
  b.BeginLaunch(b.AddKernel("shift", kernel, {in, out}), {1, 1, 1}, {64, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_in));
  b.AddArgument(b.AddressOf(d_out));
  const ObjectId shared = b.AddShared(0, tile, 256);
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

}  // namespace lockstep::replay
