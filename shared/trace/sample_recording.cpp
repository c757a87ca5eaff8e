#include "shared/trace/sample_recording.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

namespace lockstep::trace {
namespace {

constexpr char kSource[] = R"(struct Pixel { float r, g, b; };
__constant__ float weight[3] = {0.2989f, 0.5870f, 0.1140f};
__global__ void grey(float* out, const Pixel* in, int n) {
  __shared__ float tile[THREADS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pixel p = in[i];
  float sum = 0;
  for (int k = 0; k < 3; k++)
    sum += weight[k] * (&p.r)[k];
  tile[threadIdx.x] = sum;
  __syncthreads();
  out[i] = tile[THREADS - 1 - threadIdx.x];
}
int main() {
  grey<<<BLOCKS, THREADS>>>(d_out, d_in, n);
}
)";

constexpr float kWeights[] = {0.2989f, 0.5870f, 0.1140f};
constexpr std::uint64_t kOutAddress = 0x7f0000000000, kInAddress = 0x7f0010000000, kWeightAddress = 0x7f0020000000;

template <class Id, class T>
Id Push(std::vector<T>& table, T row) {
  table.push_back(std::move(row));
  return static_cast<Id>(table.size() - 1);
}

template <class T>
std::uint64_t Bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// The tables of the program, with the ids that the player needs.
struct Program {
  explicit Program(const SampleOptions& options) {
    const auto cells = std::uint64_t{options.blocks} * options.threads;
    r.program = "grey.cu";
    r.arguments = {"--size", "small"};
    r.order = "lockstep";
    file = Push<FileId>(r.files, SourceFile{"/home/ada/grey.cu", kSource});
    AddTypes(options);
    kernel_function = Push<FunctionId>(r.functions, Function{"grey", file, 3});
    main_function = Push<FunctionId>(r.functions, Function{"main", file, 14});
    out = AddVariable("out", float_pointer, VariableKind::kParameter, 3);
    in = AddVariable("in", pixel_pointer, VariableKind::kParameter, 3);
    n = AddVariable("n", integer, VariableKind::kParameter, 3);
    i = AddVariable("i", integer, VariableKind::kLocal, 5);
    p = AddVariable("p", pixel, VariableKind::kLocal, 6);
    sum = AddVariable("sum", real, VariableKind::kLocal, 7);
    k = AddVariable("k", integer, VariableKind::kLocal, 8);
    tile = AddVariable("tile", tile_array, VariableKind::kShared, 4);
    weight = AddVariable("weight", weights, VariableKind::kConstant, 2);
    kernel = Push<KernelId>(r.kernels, Kernel{"grey", "_Z4greyPfPK5Pixeli", kernel_function, {out, in, n}});
    const SiteId allocated = AddSite(14, 3);
    d_out = Push<ObjectId>(r.objects, Object{.name = "d_out",
                                             .element = real,
                                             .shape = {cells},
                                             .address = kOutAddress,
                                             .size = 4 * cells,
                                             .allocated_at = allocated});
    d_in = Push<ObjectId>(r.objects, Object{.name = "d_in",
                                            .element = pixel,
                                            .shape = {cells},
                                            .address = kInAddress,
                                            .size = 12 * cells,
                                            .allocated_at = allocated});
    weight_object = Push<ObjectId>(r.objects, Object{.kind = ObjectKind::kVariable,
                                                     .name = "weight",
                                                     .variable = weight,
                                                     .element = real,
                                                     .shape = {3},
                                                     .address = kWeightAddress,
                                                     .size = 12});
    r.notes = {"only the first launch of `grey` was recorded; `--launch N` records another"};
  }

  SiteId AddSite(std::uint32_t line, std::uint32_t column) {
    return Push<SiteId>(r.sites, Site{file, line, column, line < 14 ? kernel_function : main_function});
  }
  VariableId AddVariable(const char* name, TypeId type, VariableKind kind, std::uint32_t line) {
    return Push<VariableId>(r.variables,
                            Variable{name, type, kind, line == 2 ? FunctionId::kNone : kernel_function, file, line});
  }
  void AddTypes(const SampleOptions& options) {
    integer = Push<TypeId>(r.types, Type{TypeKind::kSigned, "int", 4});
    real = Push<TypeId>(r.types, Type{TypeKind::kFloat, "float", 4});
    pixel = Push<TypeId>(r.types, Type{.kind = TypeKind::kStruct,
                                       .name = "Pixel",
                                       .size = 12,
                                       .members = {{"r", real, 0}, {"g", real, 4}, {"b", real, 8}}});
    float_pointer = Push<TypeId>(r.types, Type{TypeKind::kPointer, "float *", 8, real});
    pixel_pointer = Push<TypeId>(r.types, Type{TypeKind::kPointer, "const Pixel *", 8, pixel});
    weights = Push<TypeId>(r.types, Type{TypeKind::kArray, "float[3]", 12, real, 3});
    tile_array = Push<TypeId>(r.types, Type{TypeKind::kArray, "float[]", 4u * options.threads, real, options.threads});
  }

  Recording r;
  FileId file{};
  TypeId integer{}, real{}, pixel{}, float_pointer{}, pixel_pointer{}, weights{}, tile_array{};
  FunctionId kernel_function{}, main_function{};
  VariableId out{}, in{}, n{}, i{}, p{}, sum{}, k{}, tile{}, weight{};
  KernelId kernel{};
  ObjectId d_out{}, d_in{}, weight_object{};
};

// Plays one launch.
class Player {
 public:
  Player(Program& program, const SampleOptions& options, std::uint32_t number)
      : p_(program), options_(options), random_(number) {
    launch_.number = number;
    launch_.kernel = p_.kernel;
    launch_.grid = {options.blocks, 1, 1};
    launch_.block = {options.threads, 1, 1};
    launch_.launched_at = p_.AddSite(15, 7);
    for (std::uint64_t argument : {kOutAddress, kInAddress}) launch_.arguments.push_back(BytesOf(argument));
    launch_.arguments.push_back(BytesOf(static_cast<std::int32_t>(Cells())));
    AddSites();
    std::uniform_int_distribution<int> byte(0, 255);
    for (std::uint32_t i = 0; i < 3 * Cells(); ++i) input_.push_back(static_cast<float>(byte(random_)) / 255);
  }

  RecordedLaunch Play() {
    Snapshot before{.object = p_.d_in};
    before.bytes.resize(input_.size() * 4);
    std::memcpy(before.bytes.data(), input_.data(), before.bytes.size());
    launch_.memory_before = {before, {.object = p_.d_out, .left_out = true}};
    output_.resize(Cells());
    for (std::uint32_t b = 0; b < options_.blocks; ++b) PlayBlock(b);
    Snapshot after{.object = p_.d_out};
    after.bytes.resize(output_.size() * 4);
    std::memcpy(after.bytes.data(), output_.data(), after.bytes.size());
    launch_.memory_after = {before, after};
    WriterMap writers{.object = p_.d_out, .cell = 4};
    for (std::uint32_t i = 0; i < Cells(); ++i) writers.writer.push_back(i + 1);
    launch_.writers = {writers};
    return std::move(launch_);
  }

 private:
  struct Thread {
    ObjectId i{}, p{}, sum{}, k{};
    std::int32_t index = 0, counter = 0;
    float total = 0;
    std::array<float, 3> pixel{};
  };

  std::uint32_t Cells() const { return options_.blocks * options_.threads; }

  template <class T>
  static std::vector<std::uint8_t> BytesOf(const T& value) {
    std::vector<std::uint8_t> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }

  void AddSites() {
    for (std::uint32_t line = 3; line <= 13; ++line) line_[line] = p_.AddSite(line, 3);
    read_weight_ = p_.AddSite(9, 12);
    read_p_ = p_.AddSite(9, 24);
    read_tile_ = p_.AddSite(12, 12);
  }

  Step& Add(StepKind kind, std::uint32_t thread, SiteId site) {
    return launch_.steps.Add({.kind = kind, .block = block_, .thread = thread, .site = site});
  }

  ObjectId Declare(std::uint32_t thread, VariableId variable, SiteId site) {
    const Variable& row = p_.r.variables[Index(variable)];
    const std::uint64_t size = p_.r.types[Index(row.type)].size;
    launch_.objects.Add({.kind = ObjectKind::kLocal,
                         .name = row.name,
                         .variable = variable,
                         .element = row.type,
                         .address = 0x7e0000000000 + 64 * launch_.objects.size(),
                         .size = size,
                         .block = block_,
                         .thread = thread});
    const auto id = static_cast<ObjectId>(kLaunchObjectBit | (launch_.objects.size() - 1));
    Add(StepKind::kDeclare, thread, site).object = id;
    return id;
  }

  template <class T>
  void Access(StepKind kind, std::uint32_t thread, SiteId site, ObjectId object, std::uint64_t offset, T before,
              T after) {
    Step& step = Add(kind, thread, site);
    step.size = sizeof(T);
    step.object = object;
    step.offset = static_cast<std::uint32_t>(offset);
    step.before = Bits(before);
    step.after = Bits(after);
  }

  void CopyPixel(StepKind kind, std::uint32_t thread, ObjectId object, std::uint64_t offset,
                 const std::array<float, 3>& before, const std::array<float, 3>& after) {
    Step& step = Add(kind, thread, line_[6]);
    step.flags = Step::kLongValue;
    step.size = 12;
    step.object = object;
    step.offset = static_cast<std::uint32_t>(offset);
    step.before = PutLong(before);
    step.after = PutLong(after);
  }
  std::uint64_t PutLong(const std::array<float, 3>& value) {
    const std::uint64_t at = launch_.long_values.size();
    const auto bytes = BytesOf(value);
    launch_.long_values.insert(launch_.long_values.end(), bytes.begin(), bytes.end());
    return at;
  }

  // One line, warp by warp: all lanes reach it, then each does its part.
  template <class Work>
  void Line(std::uint32_t line, Work work) {
    for (std::uint32_t warp = 0; warp < options_.threads; warp += 32) {
      const std::uint32_t end = std::min(warp + 32, options_.threads);
      for (std::uint32_t t = warp; t < end; ++t) Add(StepKind::kLine, t, line_[line]);
      for (std::uint32_t t = warp; t < end; ++t) work(t, threads_[t]);
    }
  }

  void PlayBlock(std::uint32_t block) {
    launch_.blocks.push_back({.index = {block, 0, 0}});
    block_ = static_cast<std::uint32_t>(launch_.blocks.size() - 1);
    threads_.assign(options_.threads, {});
    launch_.objects.Add({.kind = ObjectKind::kShared,
                         .name = "tile",
                         .variable = p_.tile,
                         .element = p_.real,
                         .shape = {options_.threads},
                         .address = 0x7d0000000000,
                         .size = 4u * options_.threads,
                         .block = block_});
    tile_ = static_cast<ObjectId>(kLaunchObjectBit | (launch_.objects.size() - 1));
    tile_values_.assign(options_.threads, 0);
    Line(3, [&](std::uint32_t t, Thread&) { Add(StepKind::kEnter, t, line_[3]).offset = Index(p_.kernel_function); });
    Line(5, [&](std::uint32_t t, Thread& self) {
      self.i = Declare(t, p_.i, line_[5]);
      self.index = static_cast<std::int32_t>(block * options_.threads + t);
      Access(StepKind::kWrite, t, line_[5], self.i, 0, std::int32_t{0x55555555}, self.index);
    });
    Line(6, [&](std::uint32_t t, Thread& self) {
      self.p = Declare(t, p_.p, line_[6]);
      for (int c = 0; c < 3; ++c) self.pixel[c] = input_[3 * self.index + c];
      CopyPixel(StepKind::kRead, t, p_.d_in, 12u * self.index, self.pixel, self.pixel);
      CopyPixel(StepKind::kWrite, t, self.p, 0, {}, self.pixel);
    });
    Line(7, [&](std::uint32_t t, Thread& self) {
      self.sum = Declare(t, p_.sum, line_[7]);
      Access(StepKind::kWrite, t, line_[7], self.sum, 0, std::int32_t{0x55555555}, std::int32_t{0});
    });
    PlayLoop();
    Line(10, [&](std::uint32_t t, Thread& self) {
      Access(StepKind::kWrite, t, line_[10], tile_, 4 * t, 0.0f, self.total);
      tile_values_[t] = self.total;
    });
    Line(11, [&](std::uint32_t t, Thread&) { Add(StepKind::kArrive, t, line_[11]).after = options_.threads; });
    for (std::uint32_t t = 0; t < options_.threads; ++t) Add(StepKind::kPass, t, line_[11]);
    Line(12, [&](std::uint32_t t, Thread& self) {
      const std::uint32_t from = options_.threads - 1 - t;
      Access(StepKind::kRead, t, read_tile_, tile_, 4 * from, 0.0f, tile_values_[from]);
      Access(StepKind::kWrite, t, line_[12], p_.d_out, 4u * self.index, 0.0f, tile_values_[from]);
      output_[self.index] = tile_values_[from];
    });
    PlayEnd();
  }

  void PlayLoop() {
    for (std::int32_t k = 0; k <= 3; ++k) {
      Line(8, [&](std::uint32_t t, Thread& self) {
        if (k == 0) self.k = Declare(t, p_.k, line_[8]);
        Access(StepKind::kWrite, t, line_[8], self.k, 0, k == 0 ? 0x55555555 : k - 1, k);
      });
      if (k == 3) break;
      Line(9, [&](std::uint32_t t, Thread& self) {
        Access(StepKind::kRead, t, read_weight_, p_.weight_object, 4 * k, 0.0f, kWeights[k]);
        const float before = self.total;
        self.total += kWeights[k] * self.pixel[k];
        Access(StepKind::kWrite, t, line_[9], self.sum, 0, before, self.total);
      });
    }
  }

  void PlayEnd() {
    launch_.texts.push_back("last \"thread\" of the block\n");
    Add(StepKind::kPrint, options_.threads - 1, line_[13]).offset =
        static_cast<std::uint32_t>(launch_.texts.size() - 1);
    Line(13, [&](std::uint32_t t, Thread&) {
      Add(StepKind::kLeave, t, line_[13]).offset = Index(p_.kernel_function);
      Add(StepKind::kExit, t, line_[13]);
    });
  }

  Program& p_;
  SampleOptions options_;
  std::mt19937 random_;
  RecordedLaunch launch_;
  std::array<SiteId, 14> line_{};
  SiteId read_weight_{}, read_p_{}, read_tile_{};
  std::uint32_t block_ = 0;
  ObjectId tile_{};
  std::vector<Thread> threads_;
  std::vector<float> input_, output_, tile_values_;
};

// A finding with two sides in the last launch, and one that concerns the host only.
void AddFindings(Recording& r) {
  const auto last = static_cast<std::uint32_t>(r.launches.size() - 1);
  const RecordedSide reads{.text = "thread (0,0,0) of block (0,0,0) read 4 bytes at line 12",
                           .file = FileId{0},
                           .line = 12,
                           .launch = last,
                           .step = 40};
  RecordedSide writes = reads;
  writes.text = "thread (1,0,0) of block (0,0,0) wrote 4 bytes at line 10";
  writes.thread.x = 1;
  writes.step = 20;
  r.findings.push_back({.kind = "race-shared",
                        .fact = "one thread reads `tile` while another writes it",
                        .file = FileId{0},
                        .line = 10,
                        .kernel = "grey",
                        .launch_number = r.launches[last].number,
                        .sides = {reads, writes},
                        .memory = "`tile`: shared memory",
                        .object = ObjectId{kLaunchObjectBit},
                        .hint = "put `__syncthreads()` between them",
                        .count = 64});
  r.findings.push_back({.severity = Severity::kWarning,
                        .kind = "leak",
                        .fact = "`d_in` is never freed",
                        .sides = {{.text = "the host allocated it", .by_host = true, .missing = "the host did it"}},
                        .object = ObjectId{0}});
}

}  // namespace

Recording SampleRecording(const SampleOptions& options) {
  Program program(options);
  std::vector<RecordedLaunch> launches;
  for (std::uint32_t i = 0; i < options.launches; ++i) launches.push_back(Player(program, options, i).Play());
  program.r.launches = std::move(launches);
  if (options.findings) AddFindings(program.r);
  return std::move(program.r);
}

}  // namespace lockstep::trace
