#include "sim/compile/pass/language/ptx/lowerings.h"

namespace lockstep::pass {
namespace {

constexpr LowerInstruction kLowerings[] = {
#define PTX(opcode, modifiers, operands, lowering) &lower::lowering,
#define ACTION(opcode, modifiers, operands, lowering) &lower::lowering,
#include "sim/ptx/instructions.def"
};

}  // namespace

LowerInstruction LoweringOf(std::size_t form) { return kLowerings[form]; }

}  // namespace lockstep::pass
