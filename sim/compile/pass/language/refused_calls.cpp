#include "sim/compile/pass/language/refused_calls.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace lockstep::pass {
namespace {

struct Refused {
  const char* function;
  const char* sentence;
};
constexpr Refused kRefused[] = {
    {"__dynamic_cast", "dynamic_cast in device code: CUDA does not support it; use a virtual function instead"},
    {"__cxa_bad_cast", "dynamic_cast in device code: CUDA does not support it; use a virtual function instead"},
    {"__cxa_bad_typeid", "typeid in device code: CUDA does not support it; use a virtual function instead"},
    {"__cxa_throw", "exceptions in device code: CUDA does not support them; return an error code instead"},
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

}  // namespace lockstep::pass
