#include "shared/query/step_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "shared/base/printable.h"
#include "shared/query/place.h"
#include "shared/replay/choose.h"
#include "shared/replay/step_bytes.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"
#include "shared/trace/step_word.h"
#include "shared/trace/trace.h"
#include "shared/trace/words.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::Number;
using replay::StepIndex;
using trace::Step;
using trace::StepKind;

// The type of the bytes that the step touches.
trace::TypeId TypeOf(const Model& model, const Step& step) {
  const auto object = model.object(step.object);
  if (!object) return trace::TypeId::kNone;
  const trace::TypeId type = trace::TypeAt(model.recording(), *object, step.offset, step.size);
  if (type != trace::TypeId::kNone) return type;
  const trace::Variable* variable = model.variable(object->variable);
  return replay::ScalarAt(model, variable ? variable->type : object->element, step.offset, step.size);
}

std::string PlaceOf(const Model& model, const Step& step) {
  const auto object = model.object(step.object);
  if (!object) return fmt::format("{} bytes of no known object", step.size);
  return trace::FormatPlace(model.recording(), *object, step.offset, step.size);
}

std::string FunctionName(const Model& model, trace::FunctionId id) {
  const trace::Function* function = model.function(id);
  return function ? std::string(ShortName(function->name)) : "?";
}

std::string TextAt(const trace::RecordedLaunch& launch, std::uint32_t at) {
  return at < launch.texts.size() ? launch.texts[at] : "";
}

}  // namespace

std::string DescribeStep(const Model& model, StepIndex at) {
  const Step& step = model.launch().steps[at];
  const auto value = [&](std::span<const std::uint8_t> bytes) {
    return ValueOf(model, TypeOf(model, step), bytes).text;
  };
  const auto value_after = [&] { return value(replay::BytesAfter(model.launch(), step)); };
  switch (step.kind) {
    case StepKind::kReadLocal:
    case StepKind::kRead:
      if (replay::IsUnwritten(model, step.object, step.offset, step.size, at))
        return fmt::format("read {}, which was never written", PlaceOf(model, step));
      return fmt::format("read {} from {}", value_after(), PlaceOf(model, step));
    case StepKind::kWrite:
    case StepKind::kAtomic: {
      const bool was_unwritten = replay::IsUnwritten(model, step.object, step.offset, step.size, at);
      const auto object = model.object(step.object);
      const bool is_local = object && object->kind == trace::ObjectKind::kLocal;
      const std::string before =
          was_unwritten || is_local ? "" : fmt::format(" (was {})", value(replay::BytesBefore(model.launch(), step)));
      return fmt::format("{} {} to {}{}", step.kind == StepKind::kWrite ? "wrote" : "wrote atomically", value_after(),
                         PlaceOf(model, step), before);
    }
    case StepKind::kLine: return fmt::format("reached line {}", model.LineOfSite(step.site).number);
    case StepKind::kEnter: return "entered " + FunctionName(model, trace::FunctionId{step.offset});
    case StepKind::kLeave: return "left " + FunctionName(model, trace::FunctionId{step.offset});
    case StepKind::kDeclare:
      return "declared " + (model.object(step.object) ? trace::NameOf(*model.object(step.object)) : "?");
    case StepKind::kArrive: return fmt::format("waits at the barrier on line {}", model.LineOfSite(step.site).number);
    case StepKind::kPass: return fmt::format("passed the barrier on line {}", model.LineOfSite(step.site).number);
    case StepKind::kExchange: return trace::ExchangeText(step);
    case StepKind::kPrint: return "printed " + TextAt(model.launch(), step.offset);
    case StepKind::kFault: return TextAt(model.launch(), step.offset);
    case StepKind::kExit: return "finished";
    default: return std::string(trace::Word(step.kind));
  }
}

Value ValueOf(const Model& model, trace::TypeId type, std::span<const std::uint8_t> bytes) {
  if (const auto number = replay::ReadNumber(model.recording(), type, bytes)) return Value::Of(*number);
  return Value::OfText(trace::FormatValue(model.recording(), type, bytes.data(), bytes.size()));
}

std::optional<trace::ObjectView> StepRow::Object() const {
  return trace::IsAccess(step()) ? model_.object(step().object) : std::nullopt;
}

replay::Line StepRow::Line() const { return replay::LineOfStep(model_, step_); }

std::optional<Value> FieldOfThread(Field field, trace::Dim3 block, trace::Dim3 thread, std::uint32_t linear) {
  switch (field) {
    case Field::kBlock: return Value::OfText(replay::Text(block));
    case Field::kThread: return Value::OfText(replay::Text(thread));
    case Field::kBlockX: return Value::OfCount(block.x);
    case Field::kBlockY: return Value::OfCount(block.y);
    case Field::kBlockZ: return Value::OfCount(block.z);
    case Field::kThreadX: return Value::OfCount(thread.x);
    case Field::kThreadY: return Value::OfCount(thread.y);
    case Field::kThreadZ: return Value::OfCount(thread.z);
    case Field::kWarp: return Value::OfCount(linear / trace::kWarpSize);
    case Field::kLane: return Value::OfCount(linear % trace::kWarpSize);
    default: return std::nullopt;
  }
}

Value StepRow::Of(Field field) const {
  const trace::Dim3 block =
      step().block < model_.launch().blocks.size() ? model_.launch().blocks[step().block].index : trace::Dim3{0, 0, 0};
  const trace::Dim3 thread = trace::FromLinearIndex(step().thread, model_.launch().block);
  if (const auto value = FieldOfThread(field, block, thread, step().thread)) return *value;
  switch (field) {
    case Field::kStep: return Value::OfCount(step_);
    case Field::kLaunch: return Value::OfCount(model_.launch_place());
    case Field::kKernel: return Value::OfText(model_.kernel() ? model_.kernel()->name : "?");
    case Field::kKind: return Value::OfText(std::string(trace::Word(step().kind)));
    case Field::kLine:
      return Line().number > 0 ? Value::OfCount(Line().number) : Value::Unknown("the step belongs to no line");
    case Field::kFile: {
      const auto file = trace::Index(Line().file);
      const auto& files = model_.recording().files;
      return Value::OfText(file < files.size() ? std::filesystem::path(files[file].path).filename().string() : "?");
    }
    case Field::kFunction: {
      const bool is_call = step().kind == StepKind::kEnter || step().kind == StepKind::kLeave;
      return Value::OfText(
          FunctionName(model_, is_call ? trace::FunctionId{step().offset} : model_.FunctionOfSite(step().site)));
    }
    case Field::kVisit: return Visit();
    case Field::kText: return Text();
    case Field::kEvent:
    case Field::kCall:
    case Field::kSource:
    case Field::kStream:
    case Field::kError: return Value::Unknown("only `events` have it: a step is no call of the host");
    default: return OfAccess(field);
  }
}

Value StepRow::Text() const {
  if (step().kind == StepKind::kPrint) return Value::OfText(TextAt(model_.launch(), step().offset));
  return Value::OfText(DescribeStep(model_, step_));
}

Value StepRow::OfAccess(Field field) const {
  const auto object = Object();
  if (!object)
    return Value::Unknown("a step that reads or writes nothing has no `" +
                          std::string(Fields()[static_cast<std::size_t>(field)].word) + "`");
  const trace::Step step = this->step();
  const bool writes = trace::IsWrite(step);
  switch (field) {
    case Field::kArray: return Value::OfText(trace::NameOf(*object));
    case Field::kPlace: return Value::OfText(PlaceOf(model_, step));
    case Field::kIndex: return Value::OfCount(step.offset / SizeOfType(model_, object->element));
    case Field::kOld:
      if (!writes) return Value::Unknown("a read has no `old` value: use `value`");
      return OfBytes(replay::BytesBefore(model_.launch(), step));
    case Field::kNew:
      if (!writes) return Value::Unknown("a read has no `new` value: use `value`");
      return OfBytes(replay::BytesAfter(model_.launch(), step));
    case Field::kValue: return OfBytes(replay::BytesAfter(model_.launch(), step));
    case Field::kSize: return Value::OfCount(step.size);
    case Field::kUnwritten: {
      const bool unwritten = replay::IsUnwritten(model_, step.object, step.offset, step.size, step_);
      return Value::Of(Number::OfSigned(Number::Kind::kBool, unwritten ? 1 : 0));
    }
    default: return Value::Unknown("?");
  }
}

Value StepRow::OfBytes(std::span<const std::uint8_t> bytes) const {
  return ValueOf(model_, TypeOf(model_, step()), bytes);
}

Value StepRow::Visit() const {
  if (visits_launch_ != model_.launch_place()) {
    visits_.clear();
    visits_launch_ = model_.launch_place();
  }
  const StepIndex reached = model_.index().LineStep(step_);
  if (reached == replay::kNoStep || Slot() == replay::ThreadSlot::kNone)
    return Value::Unknown("the thread has not reached a line yet");
  const auto [entry, is_new] = visits_.try_emplace({Slot(), Line()});
  if (is_new)
    for (const StepIndex i : model_.index().StepsOf(Slot()))
      if (model_.launch().steps[i].kind == StepKind::kLine &&
          model_.LineOfSite(model_.launch().steps[i].site) == Line())
        entry->second.push_back(i);
  const auto after = std::ranges::upper_bound(entry->second, reached);
  return Value::OfCount(static_cast<std::uint64_t>(after - entry->second.begin()));
}

Value StepRow::Of(const std::string& expression) const {
  // A thread's threadIdx does not depend on the moment.
  for (const auto& [name, field] : {std::pair{"threadIdx.", Field::kThreadX}, std::pair{"blockIdx.", Field::kBlockX}}) {
    const std::string_view prefix = name;
    if (expression.size() != prefix.size() + 1 || !expression.starts_with(prefix)) continue;
    const int axis = expression.back() - 'x';
    if (axis >= 0 && axis < 3) return Of(static_cast<Field>(static_cast<int>(field) + axis));
  }
  model_.MoveTo(model_.launch_place(), step_ + 1);
  const std::string_view plain = expression.starts_with("::") ? std::string_view(expression).substr(2) : expression;
  const auto value = replay::Evaluate(model_, Slot(), plain);
  if (!value) return Value::Unknown(value.error().message);
  return {.text = value->text, .number = value->number};
}

}  // namespace lockstep::query
