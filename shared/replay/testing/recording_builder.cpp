#include "shared/replay/testing/recording_builder.h"

#include <algorithm>

namespace lockstep::replay {

namespace {

// Of the first `=` that stands alone, as a compiler has it; 1 without one.
std::uint32_t ColumnOfAssignment(std::string_view text, std::uint32_t line) {
  for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  text = text.substr(0, text.find('\n'));
  for (std::size_t i = text.find('='); i != text.npos; i = text.find('=', i + 1)) {
    const bool compares = i > 0 && std::string_view("=<>!").contains(text[i - 1]);
    if (!compares && text.substr(i + 1, 1) != "=") return static_cast<std::uint32_t>(i + 1);
  }
  return 1;
}

}  // namespace

RecordingBuilder::RecordingBuilder(std::string path, std::string text) {
  recording_.program = path;
  recording_.order = "lockstep";
  recording_.files.push_back({std::move(path), std::move(text)});
}

trace::TypeId RecordingBuilder::AddType(trace::TypeKind kind, std::string name, std::uint64_t size) {
  recording_.types.push_back({.kind = kind, .name = std::move(name), .size = size});
  return static_cast<trace::TypeId>(recording_.types.size() - 1);
}

trace::TypeId RecordingBuilder::AddPointer(trace::TypeId to) {
  const trace::TypeId pointer = AddType(trace::TypeKind::kPointer, recording_.types[trace::Index(to)].name + "*", 8);
  recording_.types.back().element = to;
  return pointer;
}

trace::TypeId RecordingBuilder::AddStruct(std::string name, std::uint64_t size, std::vector<trace::Member> members) {
  const trace::TypeId type = AddType(trace::TypeKind::kStruct, std::move(name), size);
  recording_.types.back().members = std::move(members);
  return type;
}

trace::TypeId RecordingBuilder::AddArray(trace::TypeId of, std::uint64_t count) {
  const trace::Type element = recording_.types[trace::Index(of)];
  const trace::TypeId array =
      AddType(trace::TypeKind::kArray, element.name + "[" + std::to_string(count) + "]", element.size * count);
  recording_.types.back().element = of;
  recording_.types.back().count = count;
  return array;
}

trace::FunctionId RecordingBuilder::AddFunction(std::string name, std::uint32_t line) {
  recording_.functions.push_back({std::move(name), trace::FileId{0}, line});
  return static_cast<trace::FunctionId>(recording_.functions.size() - 1);
}

trace::VariableId RecordingBuilder::AddVariable(std::string name, trace::TypeId type, trace::VariableKind kind,
                                                trace::FunctionId function, std::uint32_t line) {
  recording_.variables.push_back({std::move(name), type, kind, function, trace::FileId{0}, line});
  return static_cast<trace::VariableId>(recording_.variables.size() - 1);
}

trace::KernelId RecordingBuilder::AddKernel(std::string name, trace::FunctionId function,
                                            std::vector<trace::VariableId> parameters) {
  recording_.kernels.push_back({name, name, function, std::move(parameters)});
  return static_cast<trace::KernelId>(recording_.kernels.size() - 1);
}

trace::ObjectId RecordingBuilder::AddAllocation(std::string name, trace::TypeId element,
                                                std::vector<std::uint64_t> shape, std::vector<std::uint8_t> bytes) {
  recording_.objects.push_back({.kind = trace::ObjectKind::kAllocation,
                                .name = std::move(name),
                                .element = element,
                                .shape = std::move(shape),
                                .address = next_address_,
                                .size = bytes.size()});
  next_address_ += (bytes.size() + 511) / 256 * 256;
  program_bytes_.push_back(std::move(bytes));
  return static_cast<trace::ObjectId>(recording_.objects.size() - 1);
}

std::uint64_t RecordingBuilder::AddressOf(trace::ObjectId object) const {
  if (!trace::IsLaunchObject(object)) return recording_.objects[trace::Index(object)].address;
  return recording_.launches.back().objects[trace::LaunchObjectIndex(object)].address;
}

trace::RecordedLaunch& RecordingBuilder::BeginLaunch(trace::KernelId kernel, trace::Dim3 grid, trace::Dim3 block,
                                                     std::vector<trace::Dim3> recorded_blocks) {
  trace::RecordedLaunch launch{
      .kernel = kernel, .number = static_cast<std::uint32_t>(recording_.launches.size()), .grid = grid, .block = block};
  for (const trace::Dim3 index : recorded_blocks) launch.blocks.push_back({index});
  for (std::uint32_t i = 0; i < program_bytes_.size(); ++i) {
    launch.memory_before.push_back({static_cast<trace::ObjectId>(i), program_bytes_[i], false});
  }
  recording_.launches.push_back(std::move(launch));
  launch_bytes_.clear();
  return recording_.launches.back();
}

trace::ObjectId RecordingBuilder::AddShared(std::uint32_t block, trace::VariableId variable, std::uint64_t size) {
  launch().objects.Add({.kind = trace::ObjectKind::kShared,
                        .name = recording_.variables[trace::Index(variable)].name,
                        .variable = variable,
                        .element = recording_.variables[trace::Index(variable)].type,
                        .address = next_address_,
                        .size = size,
                        .block = block});
  next_address_ += (size + 511) / 256 * 256;
  launch_bytes_.emplace_back(size, 0xcd);
  return static_cast<trace::ObjectId>((launch().objects.size() - 1) | trace::kLaunchObjectBit);
}

void RecordingBuilder::Line(Actor actor, std::uint32_t line) { Push(actor, trace::StepKind::kLine, line); }

void RecordingBuilder::Enter(Actor actor, trace::FunctionId function) {
  const std::uint32_t line = recording_.functions[trace::Index(function)].line;
  Push(actor, trace::StepKind::kEnter, line).offset = trace::Index(function);
}

void RecordingBuilder::Leave(Actor actor, trace::FunctionId function) {
  const std::uint32_t line = recording_.functions[trace::Index(function)].line;
  Push(actor, trace::StepKind::kLeave, line).offset = trace::Index(function);
}

trace::ObjectId RecordingBuilder::Declare(Actor actor, trace::VariableId id) {
  const trace::Variable& variable = recording_.variables[trace::Index(id)];
  const std::uint64_t size = recording_.types[trace::Index(variable.type)].size;
  launch().objects.Add({.kind = trace::ObjectKind::kLocal,
                        .name = variable.name,
                        .variable = id,
                        .element = variable.type,
                        .address = next_address_,
                        .size = size,
                        .block = actor.block,
                        .thread = actor.thread});
  next_address_ += 16;
  launch_bytes_.emplace_back(size, 0xcd);
  const auto object = static_cast<trace::ObjectId>((launch().objects.size() - 1) | trace::kLaunchObjectBit);
  Push(actor, trace::StepKind::kDeclare, variable.line).object = object;
  return object;
}

void RecordingBuilder::Exit(Actor actor) { Push(actor, trace::StepKind::kExit, 0); }
void RecordingBuilder::Arrive(Actor actor, std::uint32_t line) { Push(actor, trace::StepKind::kArrive, line); }
void RecordingBuilder::Pass(Actor actor, std::uint32_t line) { Push(actor, trace::StepKind::kPass, line); }

void RecordingBuilder::Fault(Actor actor, std::uint32_t line, trace::ObjectId object, std::int64_t offset,
                             std::uint16_t size, bool writes) {
  launch().texts.push_back("an access outside");
  trace::Step& step = Push(actor, trace::StepKind::kFault, line);
  step.object = object;
  step.offset = static_cast<std::uint32_t>(launch().texts.size() - 1);
  step.before = static_cast<std::uint64_t>(offset);
  step.after = writes;
  step.size = size;
}

void RecordingBuilder::Exchange(Actor actor, std::uint32_t line, trace::WarpExchange exchange, std::uint64_t brought,
                                std::uint64_t got) {
  trace::Step& step = Push(actor, trace::StepKind::kExchange, line);
  step.offset = trace::Packed(exchange);
  step.before = brought;
  step.after = got;
}

void RecordingBuilder::Print(Actor actor, std::uint32_t line, std::string text) {
  launch().texts.push_back(std::move(text));
  Push(actor, trace::StepKind::kPrint, line).offset = static_cast<std::uint32_t>(launch().texts.size() - 1);
}

void RecordingBuilder::Read(Actor actor, std::uint32_t line, trace::ObjectId object, std::uint64_t offset,
                            std::uint16_t size) {
  trace::Step& step = Push(actor, trace::StepKind::kRead, line);
  step.object = object;
  step.offset = static_cast<std::uint32_t>(offset);
  step.size = size;
  const std::uint8_t* read = BytesOf(object).data() + offset;
  if (size <= sizeof step.after) {
    std::memcpy(&step.after, read, size);
    return;
  }
  step.flags |= trace::Step::kLongValue;
  step.before = step.after = launch().long_values.size();
  launch().long_values.insert(launch().long_values.end(), read, read + size);
}

void RecordingBuilder::WriteWord(Actor actor, std::uint32_t line, trace::ObjectId object, std::uint64_t offset,
                                 std::uint16_t size, std::uint64_t word) {
  trace::Step& step = Push(actor, trace::StepKind::kWrite, line);
  step.object = object;
  step.offset = static_cast<std::uint32_t>(offset);
  step.size = size;
  step.after = word;
  std::uint8_t* bytes = BytesOf(object).data() + offset;
  std::memcpy(&step.before, bytes, size);
  std::memcpy(bytes, &word, size);
}

const std::vector<std::uint8_t>& RecordingBuilder::Bytes(trace::ObjectId object) const {
  return trace::IsLaunchObject(object) ? launch_bytes_[trace::LaunchObjectIndex(object)]
                                       : program_bytes_[trace::Index(object)];
}

trace::Recording RecordingBuilder::Finish() {
  std::ranges::sort(recording_.operands, {}, [](const trace::Operand& one) { return trace::Index(one.site); });
  for (std::uint32_t i = 0; i < program_bytes_.size(); ++i) {
    launch().memory_after.push_back({static_cast<trace::ObjectId>(i), program_bytes_[i], false});
  }
  return std::move(recording_);
}

trace::SiteId RecordingBuilder::AddSite(std::uint32_t line, std::uint32_t column) {
  recording_.sites.push_back(
      {.file = trace::FileId{0}, .line = line, .column = column, .function = trace::FunctionId{0}});
  return static_cast<trace::SiteId>(recording_.sites.size() - 1);
}

trace::SiteId RecordingBuilder::SiteOf(std::uint32_t line) {
  for (std::uint32_t i = 0; i < recording_.sites.size(); ++i) {
    if (recording_.sites[i].line == line) return static_cast<trace::SiteId>(i);
  }
  return AddSite(line, ColumnOfAssignment(recording_.files[0].text, line));
}

trace::Step& RecordingBuilder::Push(Actor actor, trace::StepKind kind, std::uint32_t line) {
  const trace::SiteId site = line == 0 ? trace::SiteId::kNone : SiteOf(line);
  return launch().steps.Add({.kind = kind, .block = actor.block, .thread = actor.thread, .site = site});
}

std::vector<std::uint8_t>& RecordingBuilder::BytesOf(trace::ObjectId object) {
  return trace::IsLaunchObject(object) ? launch_bytes_[trace::LaunchObjectIndex(object)]
                                       : program_bytes_[trace::Index(object)];
}

}  // namespace lockstep::replay
