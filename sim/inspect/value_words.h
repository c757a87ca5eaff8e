#pragma once

// How findings about values that were never written are worded.

#include <string_view>

#include "shared/report/finding.h"
#include "sim/machine/machine.h"

namespace lockstep::inspect {

struct ObjectFacts;

std::string FactOfUnwritten(const ObjectFacts& facts);
const char* HintForUnwritten(const ObjectFacts& facts);
// "`cublasSgemm` reads `d_a` (its `A`), where nothing was ever written"
std::string FactOfLibrary(const char* function, const char* operand, const ObjectFacts& facts);
// "the host copies back 8 bytes that were never written"
std::string FactOfReadBack(std::uint64_t bytes);

// Fact, object and hint of a finding about the local variable of that origin: "a thread `verb` `sum` `rest`".
void DescribeVariable(report::Finding& finding, const machine::Machine& machine, std::uint32_t origin,
                      std::string_view verb, std::string_view rest);
// Adds the last call that wrote a part of the object only, if there was one.
void AddPartialWrite(report::Finding& finding, const ObjectFacts& facts);

}  // namespace lockstep::inspect
