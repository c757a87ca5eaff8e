#include "sim/inspect/value_words.h"

#include <fmt/format.h>

#include "shared/session/host_places.h"
#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/program_memory.h"

namespace lockstep::inspect {
namespace {

const LockstepVariable* FindVariable(const LockstepUnit& unit, std::uint32_t origin) {
  if (!(origin & LOCKSTEP_ORIGIN_VARIABLE) || unit.variable_count == 0) return nullptr;
  const std::uint32_t index = (origin & ~LOCKSTEP_ORIGIN_VARIABLE) - unit.variables[0].id;
  return index < unit.variable_count ? &unit.variables[index] : nullptr;
}

report::FindingObject ObjectOf(const LockstepUnit& unit, const LockstepVariable& variable) {
  const LockstepType* type = variable.type < unit.type_count ? &unit.types[variable.type] : nullptr;
  return {.name = variable.name,
          .what = "local memory",
          .type = type ? type->name : "",
          .size = type ? type->size : 0,
          .allocated_at = {.file = variable.file, .line = variable.line}};
}

}  // namespace

std::string FactOfUnwritten(const ObjectFacts& facts) {
  return fmt::format("a thread uses a value of {} that was never written",
                     Quoted(facts.name, facts.space == Space::kHeap ? "device heap memory" : "global memory"));
}

const char* HintForUnwritten(const ObjectFacts& facts) {
  return facts.space == Space::kShared
             ? "let some thread of the block write it first, and put `__syncthreads()` between"
             : "write it first: with a copy, with `cudaMemset`, or in an earlier kernel";
}

std::string FactOfLibrary(const char* function, const char* operand, const ObjectFacts& facts) {
  return fmt::format("`{}` reads {} (its `{}`), where nothing was ever written", function,
                     facts.name.empty() ? facts.What() : "`" + facts.name + "`", operand);
}

std::string FactOfReadBack(std::uint64_t bytes) {
  return fmt::format("the host copies back {} that {} never written", Bytes(bytes), bytes == 1 ? "was" : "were");
}

void DescribeVariable(report::Finding& finding, const machine::Machine& machine, std::uint32_t origin,
                      std::string_view verb, std::string_view rest) {
  std::string name = "a local variable";
  for (const LockstepUnit* unit : machine.Units())
    if (const LockstepVariable* variable = FindVariable(*unit, origin)) {
      name = fmt::format("`{}`", variable->name);
      finding.object = ObjectOf(*unit, *variable);
    }
  finding.fact = fmt::format("a thread {} {} {}", verb, name, rest);
  finding.hint = finding.object && finding.object->type.ends_with(']')
                     ? "give every element a value before it is read"
                     : "give the variable a value where it is declared";
}

void AddPartialWrite(report::Finding& finding, const ObjectFacts& facts) {
  if (!facts.partly.caller) return;
  finding.sides.push_back(
      {.action = report::Action::kCall,
       .by_host = true,
       .place = session::HostPlace(facts.partly.caller),
       .note = fmt::format("{} {} of its {} bytes", facts.partly.what, facts.partly.bytes, facts.size)});
}

}  // namespace lockstep::inspect
