// A picture to grey, as a warp executes it.

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
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

// The threads of one warp execute the kernel together, line by line.
class GreyWarp {
 public:
  struct Kernel {
    trace::VariableId i, r, g, b;
    trace::ObjectId in, out;
    trace::FunctionId function;
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
    const trace::VariableId variable = channel == 0 ? kernel_.r : channel == 1 ? kernel_.g : kernel_.b;
    const trace::ObjectId object = builder_.Declare(m.actor, variable);
    const std::uint64_t offset = static_cast<std::uint64_t>(m.index) + std::uint64_t{channel} * kernel_.n;
    builder_.Read(m.actor, 7 + channel, kernel_.in, offset, 1);
    m.rgb[channel] = builder_.Bytes(kernel_.in)[offset];
    builder_.Write(m.actor, 7 + channel, object, 0, m.rgb[channel]);
  }

  RecordingBuilder& builder_;
  const Kernel& kernel_;
  std::vector<Member> actors_;
};

// The effects of blocks that were not recorded: their pixels after the launch, and the writer of each.
void FinishGrey(RecordingBuilder& builder, const GreyWarp::Kernel& kernel, std::uint32_t threads) {
  trace::WriterMap writers{.object = kernel.out, .cell = 1};
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

trace::Recording GreyRecording(const GreyShape& shape) {
  const std::uint32_t n = shape.width * shape.height;
  const std::uint32_t blocks = (n + shape.threads - 1) / shape.threads;
  RecordingBuilder builder("grey.cu", kGreySource);
  const trace::TypeId byte = builder.AddType(trace::TypeKind::kUnsigned, "unsigned char", 1);
  const trace::TypeId integer = builder.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::TypeId real = builder.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::TypeId pointer = builder.AddPointer(byte);
  const trace::FunctionId function = builder.AddFunction("grey", 4);
  const auto parameter = [&](const char* name, trace::TypeId type) {
    return builder.AddVariable(name, type, trace::VariableKind::kParameter, function, 4);
  };
  const auto local = [&](const char* name, trace::TypeId type, std::uint32_t line) {
    return builder.AddVariable(name, type, trace::VariableKind::kLocal, function, line);
  };
  const trace::KernelId kernel_id = builder.AddKernel(
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
  std::vector<trace::Dim3> recorded;
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

}  // namespace lockstep::replay
