#include "sim/compile/pass/refused_calls.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace lockstep {
namespace {

struct Refused {
  const char* function;
  const char* sentence;
};
constexpr Refused kRefused[] = {
    {"__dynamic_cast", "dynamic_cast in device code: CUDA has none; ask a virtual function what the object is"},
    {"__cxa_bad_cast", "dynamic_cast in device code: CUDA has none; ask a virtual function what the object is"},
    {"__cxa_bad_typeid", "typeid in device code: CUDA has none; ask a virtual function what the object is"},
    {"__cxa_throw", "exceptions in device code: CUDA has none; return a value that says what went wrong"},
};

}  // namespace

void RefuseCalls(llvm::Module& module) {
  for (const Refused& refused : kRefused) {
    llvm::Function* function = module.getFunction(refused.function);
    if (!function) continue;
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        module.getContext().diagnose(
            llvm::DiagnosticInfoUnsupported(*call->getFunction(), refused.sentence, call->getDebugLoc()));
  }
}

}  // namespace lockstep
