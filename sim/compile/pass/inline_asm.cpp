#include "sim/compile/pass/inline_asm.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Regex.h"
#include "sim/hooks/state.h"

namespace lockstep::pass {
namespace {

constexpr unsigned kWarpsOfMultiprocessor = 64;

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

// The lanes below, at and above this one, as in PTX's %lanemask registers.
llvm::Value* LaneMask(llvm::IRBuilderBase& build, llvm::Value* lane, llvm::StringRef which) {
  llvm::Value* mine = build.CreateShl(build.getInt32(1), lane);
  llvm::Value* below = build.CreateSub(mine, build.getInt32(1));
  if (which == "eq") return mine;
  if (which == "lt") return below;
  if (which == "le") return build.CreateOr(below, mine);
  if (which == "ge") return build.CreateNot(below);
  return build.CreateNot(build.CreateOr(below, mine));
}

// The multiprocessor that a block runs on, derived from the block's number in the grid.
llvm::Value* Multiprocessor(llvm::IRBuilderBase& build, llvm::Module& module) {
  auto index = [&](llvm::StringRef name) { return Index(build, module, name); };
  llvm::Value* rows = build.CreateMul(index("__lockstep_block_z"), index("__lockstep_grid_dim_y"));
  rows = build.CreateAdd(rows, index("__lockstep_block_y"));
  llvm::Value* number =
      build.CreateAdd(build.CreateMul(rows, index("__lockstep_grid_dim_x")), index("__lockstep_block_x"));
  return build.CreateURem(number, build.getInt32(LOCKSTEP_MULTIPROCESSORS));
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
  auto high = [&](llvm::StringRef call) { return build.CreateLShr(Runtime64(build, module, call), 32); };
  if (name == "clock" || name == "clock64") return Runtime64(build, module, "__lockstep_clock");
  if (name == "clock_hi") return high("__lockstep_clock");
  if (name == "globaltimer" || name == "globaltimer_lo") return Runtime64(build, module, "__lockstep_nanoseconds");
  if (name == "globaltimer_hi") return high("__lockstep_nanoseconds");
  if (name == "smid") return Multiprocessor(build, module);
  if (name == "nsmid") return build.getInt32(LOCKSTEP_MULTIPROCESSORS);
  if (name == "nwarpid") return build.getInt32(kWarpsOfMultiprocessor);
  return nullptr;
}

// The text as the program wrote it: LLVM has `$0` for `%0`, `$(` and `$)` for braces, and `$` as escape character.
std::string InPtx(llvm::StringRef text) {
  std::string ptx;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size())
      ptx += text[i];
    else if (const char next = text[++i]; llvm::isDigit(next))
      (ptx += '%') += next;
    else
      ptx += next == '(' ? '{' : next == ')' ? '}' : next;
  }
  return ptx;
}

// Without the enclosing braces and the registers that they declare.
llvm::SmallVector<llvm::StringRef> Instructions(llvm::StringRef ptx) {
  llvm::SmallVector<llvm::StringRef> statements, instructions;
  llvm::SplitString(ptx, statements, ";\n");
  for (llvm::StringRef statement : statements) {
    statement = statement.trim(" \t\r{}");
    if (!statement.empty() && !statement.starts_with(".reg") && !statement.starts_with("//"))
      instructions.push_back(statement);
  }
  return instructions;
}

void Refuse(const llvm::CallBase& call, llvm::StringRef instruction) {
  call.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
      *call.getFunction(),
      "inline PTX `" + instruction +
          "`: the only PTX that Lockstep supports is reads of special registers; use the CUDA C++ intrinsic",
      call.getDebugLoc()));
}

void Lower(llvm::CallBase& call) {
  const std::string ptx = InPtx(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString());
  const llvm::SmallVector<llvm::StringRef> instructions = Instructions(ptx);
  // An empty statement serves as a compiler barrier.
  if (instructions.empty()) return;
  static const llvm::Regex move("^mov\\.[a-z][0-9]+[ \t]+%0,[ \t]*%+([a-z0-9_.]+)$");
  llvm::SmallVector<llvm::StringRef> parts;
  if (instructions.size() == 1 && move.match(instructions[0], &parts) && call.arg_size() == 0) {
    llvm::IRBuilder<> build(&call);
    if (llvm::Value* value = SpecialRegister(build, *call.getModule(), parts[1])) {
      call.replaceAllUsesWith(build.CreateZExtOrTrunc(value, call.getType()));
      call.eraseFromParent();
      return;
    }
  }
  Refuse(call, instructions[0]);
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

}  // namespace lockstep::pass
