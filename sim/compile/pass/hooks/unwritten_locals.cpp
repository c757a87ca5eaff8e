#include "sim/compile/pass/hooks/unwritten_locals.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/library_code.h"

namespace lockstep::pass {
namespace {

constexpr llvm::StringRef kValue = "__lockstep_unwritten_value", kArray = "__lockstep_unwritten_array",
                          kVariable = "lockstep.variable";

bool IsNumber(const llvm::Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

// Arrays without padding: every byte belongs to an element, or to a member of one. A struct with single bytes among
// other members may have padding that clang has made explicit.
bool IsDense(llvm::Type* type, const llvm::DataLayout& layout) {
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    if (!structure->hasName() || structure->getName().starts_with("union.")) return false;
    std::uint64_t bytes = 0, single = 0;
    for (llvm::Type* member : structure->elements()) {
      if (member->isArrayTy() || !IsDense(member, layout)) return false;
      bytes += layout.getTypeAllocSize(member);
      single += member->isIntegerTy(8);
    }
    return bytes == layout.getTypeAllocSize(structure) && (single == 0 || single == bytes);
  }
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) type = vector->getElementType();
  return IsNumber(type) && layout.getTypeStoreSize(type) == layout.getTypeAllocSize(type);
}

// Fragments of mma.h, or arrays of them: operations read all their elements.
bool AreFragments(llvm::Type* type) {
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure && structure->hasName() && structure->getName().starts_with("class.nvcuda::wmma::fragment");
}

// The program's variable in this slot; null for the parameters of a function, which have values, and for other slots.
llvm::DILocalVariable* VariableAt(llvm::AllocaInst& local) {
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&local)) {
    llvm::DILocalVariable* variable = record->getVariable();
    if (variable->getArg() == 0 && !variable->isArtificial() && !IsLibraryFile(variable->getFile())) return variable;
  }
  return nullptr;
}

// The places where the variable's scope begins, which in a loop is once for each iteration.
llvm::SmallVector<llvm::Instruction*> FindBeginnings(llvm::AllocaInst& local) {
  llvm::SmallVector<llvm::Instruction*> beginnings;
  for (llvm::User* user : local.users())
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      beginnings.push_back(intrinsic->getNextNode());
  if (beginnings.empty()) {
    llvm::Instruction* next = local.getNextNode();
    while (llvm::isa<llvm::AllocaInst>(next)) next = next->getNextNode();
    beginnings.push_back(next);
  }
  return beginnings;
}

void MarkNumber(llvm::AllocaInst& local, llvm::Instruction* at, llvm::DILocalVariable* variable, unsigned& count) {
  llvm::Module& module = *local.getModule();
  llvm::Type* type = local.getAllocatedType();
  auto* value = llvm::Function::Create(llvm::FunctionType::get(type, false), llvm::GlobalValue::ExternalLinkage,
                                       kValue + "." + llvm::Twine(count++), module);
  value->setDoesNotAccessMemory();
  value->setWillReturn();
  value->setDoesNotThrow();
  llvm::IRBuilder<> build(at);
  build.SetCurrentDebugLocation(nullptr);
  llvm::CallInst* mark = build.CreateCall(value);
  mark->setMetadata(kVariable, variable);
  build.CreateStore(mark, &local);
}

void MarkArray(llvm::AllocaInst& local, llvm::Instruction* at) {
  llvm::IRBuilder<> build(at);
  build.SetCurrentDebugLocation(nullptr);
  llvm::Module& module = *local.getModule();
  build.CreateCall(module.getOrInsertFunction(kArray, build.getVoidTy(), local.getType()), {&local});
}

llvm::SmallVector<llvm::AllocaInst*> FindLocals(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*> locals;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) locals.push_back(local);
  return locals;
}

void Mark(llvm::AllocaInst& local, unsigned& count) {
  llvm::DILocalVariable* variable = local.isArrayAllocation() ? nullptr : VariableAt(local);
  if (!variable) return;
  llvm::Type* type = local.getAllocatedType();
  for (llvm::Instruction* at : FindBeginnings(local)) {
    if (IsNumber(type))
      MarkNumber(local, at, variable, count);
    else if (AreFragments(type) || (type->isArrayTy() && IsDense(type, local.getDataLayout())))
      MarkArray(local, at);
  }
}

}  // namespace

void MarkUnwrittenLocals(llvm::Module& module) {
  unsigned count = 0;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getSubprogram()) continue;
    for (llvm::AllocaInst* local : FindLocals(function)) Mark(*local, count);
  }
}

void DropUnwrittenMarks(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.getName().starts_with(kValue) && function.getName() != kArray) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallBase>(user);
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(llvm::UndefValue::get(call->getType()));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

bool IsUnwrittenValue(const llvm::Value& value) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(kValue);
}

llvm::DILocalVariable* UnwrittenVariable(const llvm::Instruction& mark) {
  return llvm::dyn_cast_or_null<llvm::DILocalVariable>(mark.getMetadata(kVariable));
}

llvm::AllocaInst* MarkedArray(const llvm::CallBase& call) {
  if (!call.getCalledFunction() || call.getCalledFunction()->getName() != kArray) return nullptr;
  return llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(0)->stripPointerCasts());
}

}  // namespace lockstep::pass
