#include "sim/compile/pass/language/ptx/variables.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/shared_memory.h"

namespace lockstep::pass {
namespace {

using ptx::Kind;
using ptx::Space;

llvm::DIType* DebugType(llvm::DIBuilder& build, const ptx::Variable& variable) {
  const unsigned bits = ptx::BitsOf(variable.type);
  const Kind kind = ptx::KindOf(variable.type);
  const unsigned encoding = kind == Kind::kReal     ? llvm::dwarf::DW_ATE_float
                            : kind == Kind::kSigned ? llvm::dwarf::DW_ATE_signed
                                                    : llvm::dwarf::DW_ATE_unsigned;
  llvm::DIType* element = build.createBasicType("." + std::string(ptx::NameOf(variable.type)), bits, encoding);
  const std::uint64_t count = variable.bytes * 8 / bits;
  if (count == 1) return element;
  llvm::Metadata* range = build.getOrCreateSubrange(0, static_cast<std::int64_t>(count));
  return build.createArrayType(variable.bytes * 8, 0, element, build.getOrCreateArray({range}));
}

void Describe(llvm::GlobalVariable& global, llvm::Function& function, const ptx::Variable& variable,
              const llvm::DebugLoc& line) {
  llvm::DISubprogram* scope = function.getSubprogram();
  if (!scope || !scope->getUnit()) return;
  llvm::DIBuilder build(*function.getParent(), false, scope->getUnit());
  global.addDebugInfo(build.createGlobalVariableExpression(scope, variable.name, "", scope->getFile(),
                                                           line ? line.getLine() : scope->getLine(),
                                                           DebugType(build, variable), true));
  build.finalize();
}

llvm::Constant* Contents(llvm::LLVMContext& context, llvm::Type* bytes, const ptx::Variable& variable) {
  if (variable.space == Space::kShared) return llvm::UndefValue::get(bytes);
  if (variable.contents.empty()) return llvm::ConstantAggregateZero::get(bytes);
  std::vector<std::uint8_t> all = variable.contents;
  all.resize(variable.bytes);
  return llvm::ConstantDataArray::get(context, all);
}

}  // namespace

llvm::Value* MakeVariable(llvm::CallBase& asm_statement, const ptx::Variable& variable, const llvm::DebugLoc& line) {
  llvm::Function& function = *asm_statement.getFunction();
  llvm::LLVMContext& context = function.getContext();
  llvm::Type* bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), variable.bytes);
  if (variable.space == Space::kLocal) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::AllocaInst* local = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(bytes, nullptr, variable.name);
    local->setAlignment(llvm::Align(variable.alignment));
    return local;
  }
  const unsigned space = variable.space == Space::kShared  ? kSharedSpace
                         : variable.space == Space::kConst ? kConstantSpace
                                                           : kDeviceSpace;
  auto* global = new llvm::GlobalVariable(*function.getParent(), bytes, false, llvm::GlobalValue::InternalLinkage,
                                          Contents(context, bytes, variable), variable.name, nullptr,
                                          llvm::GlobalValue::NotThreadLocal, space);
  global->setAlignment(llvm::Align(variable.alignment));
  Describe(*global, function, variable, line);
  return llvm::ConstantExpr::getAddrSpaceCast(global, llvm::PointerType::get(context, 0));
}

}  // namespace lockstep::pass
