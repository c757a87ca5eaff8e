// In: nothing. Out: clang accepts the constraints of PTX, `f` and `h`, in the asm statements of device code. It would
// check them against this processor's registers, which the statements do not use: they are PTX, and inline_asm.h
// replaces them.

#include <algorithm>
#include <array>
#include <cstring>

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace lockstep::pass {
namespace {

using clang::TargetInfo;
using Slot = void*;

// Clang constructs its target itself, and no public class derives from it. So the object gets a copy of its table of
// virtual functions in which one is replaced. The layout is that of the Itanium C++ ABI, which clang is built with: a
// pointer to a virtual member function is the offset of its slot plus one, and two words precede the first slot.
constexpr std::size_t kWordsBefore = 2, kSlots = 128;
std::array<Slot, kWordsBefore + kSlots> table;
bool (*original)(const TargetInfo*, const char*&, TargetInfo::ConstraintInfo&) = nullptr;

bool Validate(const TargetInfo* target, const char*& name, TargetInfo::ConstraintInfo& info) {
  if (*name != 'f' && *name != 'h') return original(target, name, info);
  info.setAllowsRegister();
  return true;
}

std::size_t SlotOfValidation() {
  bool (TargetInfo::*member)(const char*&, TargetInfo::ConstraintInfo&) const = &TargetInfo::validateAsmConstraint;
  std::size_t offset_and_mark = 0;
  std::memcpy(&offset_and_mark, &member, sizeof offset_and_mark);
  return (offset_and_mark - 1) / sizeof(Slot);
}

void Accept(TargetInfo& target) {
  Slot* slots = nullptr;
  std::memcpy(&slots, static_cast<void*>(&target), sizeof slots);
  std::copy_n(slots - kWordsBefore, table.size(), table.begin());
  Slot& validate = table[kWordsBefore + SlotOfValidation()];
  original = reinterpret_cast<decltype(original)>(validate);
  validate = reinterpret_cast<Slot>(&Validate);
  Slot* own = &table[kWordsBefore];
  std::memcpy(static_cast<void*>(&target), &own, sizeof own);
}

class AcceptConstraints : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    if (compiler.getLangOpts().CUDAIsDevice) Accept(compiler.getTarget());
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<AcceptConstraints> accepts_constraints(
    "lockstep-asm-constraints", "accepts the constraints of inline PTX");

}  // namespace
}  // namespace lockstep::pass
