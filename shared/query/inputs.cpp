#include "shared/query/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "shared/query/select_steps.h"
#include "shared/query/source_line.h"
#include "shared/query/step_row.h"
#include "shared/replay/replay.h"
#include "shared/replay/step_bytes.h"
#include "shared/trace/step_word.h"

namespace lockstep::query {
namespace {

using replay::StepIndex;
using replay::ThreadSlot;
using trace::Step;
using trace::StepKind;

// A forged recording may have any number of rows for a site, and calls in calls.
static constexpr std::size_t kMostInputs = 10'000;
static constexpr int kMostCalls = 64;  // that return what another call returned

}  // namespace

std::vector<Input> Inputs::Of(trace::SiteId site, StepIndex at, const Wanted& wanted) {
  std::vector<Input> inputs;
  const auto operands = OperandsAt(model_.recording(), site);
  const auto is_of_it = [&](const trace::Operand& operand) { return operand.parameter == wanted.parameter; };
  if (std::ranges::none_of(operands, is_of_it)) {
    const bool is_old = model_.recording().operands.empty();
    inputs.push_back({.link = NotFollowed("what it was computed from",
                                          is_old ? ": a recording of version 6 or older does not say" : "")});
    return inputs;
  }
  std::set<trace::SiteId> exchanges;
  for (const trace::Operand& operand : operands) {
    const std::uint64_t begin = std::max<std::uint64_t>(wanted.begin, operand.begin);
    const std::uint64_t end = std::min<std::uint64_t>(wanted.end, std::uint64_t{operand.begin} + operand.size);
    if (!is_of_it(operand) || begin >= end || operand.kind == trace::OperandKind::kConstant) continue;
    if (++made_ > kMostInputs) {
      inputs.push_back({.link = NotFollowed("more", " any further")});
      break;
    }
    Piece source{trace::ObjectId::kNone, operand.offset, std::uint64_t{operand.offset} + operand.length};
    if (operand.moves) {
      source.begin += begin - operand.begin;
      source.end = source.begin + (end - begin);
    }
    // All that the lanes brought is one source, whichever bytes of it the value has.
    if (operand.kind == trace::OperandKind::kExchanged && !operand.moves && !exchanges.insert(operand.from).second)
      continue;
    Input input = Of(operand, at, source);
    input.moves = operand.moves;
    // A statement may read the same place more than once.
    const bool is_known = std::ranges::any_of(inputs, [&](const Input& known) {
      return input.piece.object != trace::ObjectId::kNone && known.piece.object == input.piece.object &&
             known.piece.begin == input.piece.begin && known.piece.end == input.piece.end &&
             known.link.value == input.link.value;
    });
    if (!is_known) inputs.push_back(std::move(input));
  }
  return inputs;
}

Input Inputs::Of(const trace::Operand& operand, StepIndex at, const Piece& source) {
  switch (operand.kind) {
    case trace::OperandKind::kVariable: return VariableOf(operand, at, source);
    case trace::OperandKind::kRead: return ReadOf(operand, at, source);
    case trace::OperandKind::kReturned: return ReturnOf(operand, at, source);
    case trace::OperandKind::kExchanged: return ExchangeOf(operand, at, source);
    case trace::OperandKind::kIndex: return {.link = IndexOf(operand, at)};
    default: return {.link = NotFollowed(operand.text, "")};
  }
}

Link Inputs::IndexOf(const trace::Operand& operand, StepIndex at) const {
  const ThreadSlot thread = model_.index().ThreadOf(model_.launch().steps[at]);
  Link link{.kind = LinkKind::kIndex, .place = operand.text};
  if (const auto number =
          replay::BuiltIn(model_.launch(), model_.BlockOf(thread), model_.ThreadOf(thread), operand.text))
    link.value = number->Text();
  return link;
}

Input Inputs::VariableOf(const trace::Operand& operand, StepIndex at, Piece source) {
  const trace::Variable* const variable = model_.variable(operand.variable);
  const std::string name = variable ? variable->name : "a variable";
  const auto object = FindVariable(model_, operand.variable, at);
  if (!object) return OfArgument(operand, name);
  source.object = *object;
  const auto storage = model_.object(*object);
  if (!storage || source.end > storage->size) return {.link = NotFollowed(name, "")};
  Input input{.piece = source, .before = at};
  model_.MoveTo(model_.launch_place(), at);
  input.link.place = NameOf(model_, source);
  input.link.value = ValueNow(model_, source);
  return input;
}

// A parameter of the kernel that has no storage of its own.
Input Inputs::OfArgument(const trace::Operand& operand, const std::string& name) {
  const trace::Variable* const variable = model_.variable(operand.variable);
  if (!variable || variable->kind != trace::VariableKind::kParameter) return {.link = NotFollowed(name, "")};
  Link link{.kind = LinkKind::kArgument, .place = name, .note = "an argument of the launch"};
  const auto bytes = replay::ContentsOf(model_, {.variable = operand.variable}, 0).bytes;
  if (!bytes.empty()) link.value = ValueOf(model_, variable->type, bytes).text;
  return {.link = std::move(link)};
}

Input Inputs::ReadOf(const trace::Operand& operand, StepIndex at, Piece source) {
  const auto read = FindRead(model_, operand, at);
  if (!read) return {.link = NotFollowed("a value that was read", ": no step of the recording reads it")};
  const Step& step = model_.launch().steps[*read];
  const auto bytes = step.kind == StepKind::kAtomic ? replay::BytesBefore(model_.launch(), step)
                                                    : replay::BytesAfter(model_.launch(), step);
  source.end = std::min<std::uint64_t>(source.end, step.size);
  if (source.begin >= source.end || step.object == trace::ObjectId::kNone)
    return {.link = NotFollowed("a value that was read", "")};
  const Piece piece{step.object, step.offset + source.begin, step.offset + source.end};
  Input input{.piece = piece, .before = *read};
  input.link.place = NameOf(model_, piece);
  if (source.end <= bytes.size())
    input.link.value = TextOf(model_, piece, bytes.subspan(source.begin, source.end - source.begin));
  return input;
}

// The values that lanes brought to the operation: of a shuffle, the one that was asked.
Input Inputs::ExchangeOf(const trace::Operand& operand, StepIndex at, const Piece& source) {
  const auto exchange = FindExchange(model_, operand, at);
  if (!exchange) return {.link = NotFollowed("a value of another lane", ": no recorded step has it")};
  const trace::WarpExchange how = trace::ExchangeOf(model_.launch().steps[*exchange].offset);
  const bool is_shuffle = trace::IsShuffle(how.operation);
  const std::string lane = fmt::format("lane {}", how.lane);
  if (how.meeting == 0)
    return {.link = NotFollowed("a value of other lanes", ": a recording of version 8 or older does not say whose")};
  const std::vector<StepIndex> brought = BroughtTo(model_, *exchange);
  if (brought.empty())
    return {.link =
                NotFollowed(lane, ": no recorded step shows that it took part; if it did not, the value is undefined")};
  if (is_shuffle) return BroughtBy(brought[0], source);
  Input all{.link = {.kind = LinkKind::kBrought,
                     .place = fmt::format("what {} lanes brought", brought.size()),
                     .note = trace::ExchangeText(model_.launch().steps[*exchange])}};
  for (const StepIndex one : brought) {
    if (++made_ > kMostInputs) break;
    all.inputs.push_back(BroughtBy(one, {trace::ObjectId::kNone, 0, sizeof(Step::before)}));
  }
  return all;
}

Input Inputs::BroughtBy(StepIndex exchange, const Piece& source) {
  const std::uint32_t lane = model_.launch().steps[exchange].thread % trace::kWarpSize;
  return FromStep({.kind = LinkKind::kBrought, .place = fmt::format("lane {}", lane)}, exchange, source);
}

Input Inputs::ReturnOf(const trace::Operand& operand, StepIndex at, const Piece& source) {
  const trace::Function* const function = model_.function(operand.function);
  const std::string name = (function ? function->name : "a function") + "()";
  const auto left = FindReturn(model_, operand, at);
  if (!left) return {.link = NotFollowed(name, ": no recorded step returns from it")};
  return FromStep({.kind = LinkKind::kReturned, .place = name}, *left, source);
}

Input Inputs::FromStep(Link link, StepIndex at, const Piece& source) {
  const trace::SiteId site = model_.launch().steps[at].site;
  Input input{.link = std::move(link)};
  SetMoment(model_, input.link, at);
  if (const trace::Site* const place = SiteOf(model_, site))
    input.link.statement = QuoteAt(model_.TextOf(input.link.moment.line), place->column);
  if (++depth_ < kMostCalls) input.inputs = Of(site, at, {.begin = source.begin, .end = source.end});
  --depth_;
  return input;
}

}  // namespace lockstep::query
