#include "sim/compile/pass/inline_asm.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Regex.h"

namespace lockstep {
namespace {

llvm::Value* Index(llvm::IRBuilderBase& build, llvm::Module& module, llvm::StringRef name) {
  auto callee = module.getOrInsertFunction(name, build.getInt32Ty());
  llvm::CallInst* call = build.CreateCall(callee);
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  return call;
}

llvm::Value* Runtime64(llvm::IRBuilderBase& build, llvm::Module& module, llvm::StringRef name) {
  return build.CreateCall(module.getOrInsertFunction(name, build.getInt64Ty()));
}

// The lanes below, at and above mine, as PTX's %lanemask registers have them.
llvm::Value* LaneMask(llvm::IRBuilderBase& build, llvm::Value* lane, llvm::StringRef which) {
  llvm::Value* mine = build.CreateShl(build.getInt32(1), lane);
  llvm::Value* below = build.CreateSub(mine, build.getInt32(1));
  if (which == "eq") return mine;
  if (which == "lt") return below;
  if (which == "le") return build.CreateOr(below, mine);
  if (which == "ge") return build.CreateNot(below);
  return build.CreateNot(build.CreateOr(below, mine));
}

llvm::Value* SpecialRegister(llvm::IRBuilderBase& build, llvm::Module& module, llvm::StringRef name) {
  static const llvm::Regex coordinate("^(tid|ctaid|ntid|nctaid)\\.([xyz])$");
  llvm::SmallVector<llvm::StringRef> parts;
  if (coordinate.match(name, &parts)) {
    const llvm::StringRef prefix = llvm::StringSwitch<llvm::StringRef>(parts[1])
                                       .Case("tid", "thread")
                                       .Case("ctaid", "block")
                                       .Case("ntid", "block_dim")
                                       .Default("grid_dim");
    return Index(build, module, ("__lockstep_" + prefix + "_" + parts[2]).str());
  }
  auto linear = [&] { return Index(build, module, "__lockstep_linear"); };
  auto lane = [&] { return build.CreateAnd(linear(), build.getInt32(31)); };
  if (name == "laneid") return lane();
  if (name == "warpid") return build.CreateLShr(linear(), build.getInt32(5));
  if (name == "dynamic_smem_size") return Index(build, module, "__lockstep_dynamic_size");
  if (name.consume_front("lanemask_")) return LaneMask(build, lane(), name);
  if (name == "clock" || name == "clock64") return Runtime64(build, module, "__lockstep_clock");
  if (name == "globaltimer" || name == "globaltimer_lo") return Runtime64(build, module, "__lockstep_nanoseconds");
  if (name == "smid") return build.CreateCall(module.getOrInsertFunction("__lockstep_sm", build.getInt32Ty()));
  return nullptr;
}

void Refuse(const llvm::CallBase& call, llvm::StringRef text) {
  const llvm::StringRef shown = text.split('\n').first.trim();
  call.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
      *call.getFunction(),
      "inline PTX `" + shown +
          "`: Lockstep runs no PTX but reads of special registers; use the CUDA C++ intrinsic for it",
      call.getDebugLoc()));
}

void Lower(llvm::CallBase& call) {
  const std::string text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
  const llvm::StringRef body = llvm::StringRef(text).trim(" \t\n;");
  // An empty statement is a compiler barrier.
  if (body.empty()) return;
  static const llvm::Regex move("^mov\\.[a-z][0-9]+[ \t]+\\$0,[ \t]*%+([a-z0-9_.]+)$");
  llvm::SmallVector<llvm::StringRef> parts;
  if (move.match(body, &parts) && call.arg_size() == 0) {
    llvm::IRBuilder<> build(&call);
    if (llvm::Value* value = SpecialRegister(build, *call.getModule(), parts[1])) {
      call.replaceAllUsesWith(build.CreateZExtOrTrunc(value, call.getType()));
      call.eraseFromParent();
      return;
    }
  }
  Refuse(call, body);
  call.replaceAllUsesWith(llvm::PoisonValue::get(call.getType()));
  call.eraseFromParent();
}

}  // namespace

void LowerInlineAssembly(llvm::Module& module) {
  std::vector<llvm::CallBase*> found;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isInlineAsm())
          found.push_back(call);
  for (llvm::CallBase* call : found) Lower(*call);
}

}  // namespace lockstep
