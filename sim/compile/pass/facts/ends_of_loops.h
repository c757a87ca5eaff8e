#pragma once

// The values that decide if a thread ever leaves a loop that is in no other.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

// The effects of calls, from the bodies of functions as written: hooks would hide them.
class CallEffects {
 public:
  enum class Effect : std::uint8_t { kNone, kReads, kUnknown };
  // A thread's indices are the same all the time.
  Effect Of(const llvm::CallBase& call);
  // True if the thread may leave the kernel in the call.
  bool MayLeave(const llvm::CallBase& call);

 private:
  struct Facts {
    Effect effect = Effect::kUnknown;  // also of a function that calls itself, while it is being looked at
    bool may_leave = true;
  };
  Facts Of(const llvm::Function& function);

  llvm::DenseMap<const llvm::Function*, Facts> known_;
};

struct EndOfLoop {
  // The values that the loop's branches depend on, and that do not follow from others of them: of its variables (phis),
  // and what it reads.
  llvm::SmallSetVector<llvm::Instruction*, 16> values;
  bool is_known = true;  // they, and what the loop reads, decide; and it writes nothing, if it reads anything
  bool reads = false;
  bool stays = false;  // nothing leaves it
};

EndOfLoop EndOf(const llvm::Loop& outermost, CallEffects& effects);

}  // namespace lockstep::pass
