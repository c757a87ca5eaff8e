#include "sim/compile/pass/unit/modelled_features.h"

#include "shared/trace/modelled.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

using trace::Modelled;
using trace::Only;

constexpr char kAsynchronous[] = "lockstep.asynchronous", kFloatAtomic[] = "lockstep.float_atomic";

// Functions of sim/math whose results are those of a GPU; all others are within CUDA's error bounds.
bool IsExactMath(llvm::StringRef name) {
  static constexpr llvm::StringLiteral kExact[] = {"fdim", "fmod",   "fns",       "frexp",     "ilogb",  "ldexp",
                                                   "logb", "narrow", "nextafter", "remainder", "remquo", "widen"};
  if (name.ends_with("_rounded") || name.ends_with("_odd") || name.starts_with("skip_")) return true;
  return llvm::any_of(kExact, [&](llvm::StringRef exact) {
    return name.starts_with(exact) && (name.size() == exact.size() || name.substr(exact.size()) == "f");
  });
}

// Part of a function's name, mangled or not.
struct Name {
  llvm::StringLiteral part;
  Modelled feature;
};
constexpr Name kNames[] = {
    {"atomicAddP6__half", Modelled::kFloatAtomics},         {"atomicAddP7__half2", Modelled::kFloatAtomics},
    {"atomicAddP13__nv_bfloat16", Modelled::kFloatAtomics}, {"atomicAddP14__nv_bfloat162", Modelled::kFloatAtomics},
    {"__lockstep_multiply", Modelled::kMatrices},           {"__lockstep_copy_bytes", Modelled::kAsyncCopies},
    {"__lockstep_activemask", Modelled::kActiveMask},       {"__lockstep_clock", Modelled::kClocks},
    {"__lockstep_nanoseconds", Modelled::kClocks},          {"__lockstep_configure_launch", Modelled::kDeviceLaunches},
};

std::uint32_t OfName(llvm::StringRef name) {
  if (llvm::StringRef math = name; math.consume_front("__lockstep_math_"))
    return IsExactMath(math) ? 0 : Only(Modelled::kMath);
  for (const Name& known : kNames)
    if (name.contains(known.part)) return Only(known.feature);
  return 0;
}

std::uint32_t OfInstructions(const llvm::Function& function) {
  std::uint32_t features = function.hasMetadata(kFloatAtomic) ? Only(Modelled::kFloatAtomics) : 0;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      if (update &&
          (update->getOperation() == llvm::AtomicRMWInst::FAdd || update->getOperation() == llvm::AtomicRMWInst::FSub))
        features |= Only(Modelled::kFloatAtomics);
      if (instruction.hasMetadata(kAsynchronous)) features |= Only(Modelled::kAsyncCopies);
    }
  return features;
}

}  // namespace

ModelledFeatures::ModelledFeatures(llvm::Module& module) : calls_(module) {
  for (const llvm::Function& function : module) {
    const std::uint32_t features = OfName(function.getName()) | OfInstructions(function);
    if (features) own_[&function] = features;
  }
}

std::uint32_t ModelledFeatures::Of(llvm::Function& function) const {
  std::uint32_t features = 0;
  for (const llvm::Function* reached : calls_.Reachable(function)) {
    features |= own_.lookup(reached);
    if (CallGraph::IsForeign(*reached)) features |= LOCKSTEP_MODELLED_ELSEWHERE;
  }
  return features;
}

std::uint32_t ModelledFeatures::OfAll() const {
  std::uint32_t features = 0;
  for (const auto& [function, own] : own_) features |= own;
  return features;
}

void MarkAsynchronous(llvm::Instruction& instruction) {
  instruction.setMetadata(kAsynchronous, llvm::MDNode::get(instruction.getContext(), {}));
}

void MarkFloatAtomic(llvm::Function& function) {
  function.setMetadata(kFloatAtomic, llvm::MDNode::get(function.getContext(), {}));
}

}  // namespace lockstep::pass
