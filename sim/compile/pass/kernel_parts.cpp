#include "sim/compile/pass/kernel_parts.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lockstep::pass {
namespace {

using Globals = llvm::SmallSetVector<const llvm::GlobalValue*, 32>;

// Constants whose address means nothing may exist several times: strings and tables.
bool MayBeCopied(const llvm::GlobalValue& global) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  if (!variable) return llvm::isa<llvm::Function>(global) && !global.isDeclaration();
  return variable->isConstant() && variable->hasInitializer() && variable->hasLocalLinkage() &&
         variable->hasGlobalUnnamedAddr();
}

void AddGlobals(const llvm::Constant* constant, Globals& found) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
    found.insert(global);
    return;
  }
  for (const llvm::Use& use : constant->operands())
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(use)) AddGlobals(part, found);
}

// The functions and constants that make up a kernel's part.
Globals Reach(const llvm::Function& entry) {
  Globals reached, found;
  found.insert(&entry);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const llvm::GlobalValue* global = found[i];
    if (!MayBeCopied(*global)) continue;
    reached.insert(global);
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) {
      AddGlobals(variable->getInitializer(), found);
      continue;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(*llvm::cast<llvm::Function>(global)))
      for (const llvm::Use& use : instruction.operands())
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(use)) AddGlobals(constant, found);
  }
  return reached;
}

class Part {
 public:
  Part(llvm::Module& whole, llvm::Function& entry, const std::string& name) : whole_(whole), name_(name) {
    const Globals reached = Reach(entry);
    entry.setName(name);
    llvm::ValueToValueMapTy values;
    part_ = llvm::CloneModule(whole, values, [&](const llvm::GlobalValue* global) { return reached.contains(global); });
    for (llvm::GlobalVariable& variable : whole.globals())
      if (!reached.contains(&variable) && !IsOfTheRuntime(variable))
        shared_[llvm::cast<llvm::GlobalVariable>(values[&variable])] = &variable;
    for (const llvm::GlobalValue* global : reached) order_.push_back(llvm::cast<llvm::GlobalValue>(values[global]));
    Publish(*llvm::cast<llvm::Function>(values[&entry]));
    entry.deleteBody();
    Publish(entry);
  }

  std::unique_ptr<llvm::Module> Take() {
    NameSharedPlaces();
    // Otherwise they contain numbers that depend on what else the program has.
    for (std::size_t i = 0; i < order_.size(); ++i)
      if (order_[i]->hasLocalLinkage()) order_[i]->setName("lockstep.local." + std::to_string(i));
    DropTheRest();
    return std::move(part_);
  }

 private:
  static bool IsOfTheRuntime(const llvm::GlobalVariable& variable) {
    return variable.isDeclaration() && variable.hasExternalLinkage();
  }

  static void Publish(llvm::GlobalValue& value) {
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    value.setDSOLocal(true);
  }

  // Replaces each place in a shared variable by a name that both modules know.
  void NameSharedPlaces() {
    for (llvm::Function& function : *part_)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        for (llvm::Use& use : instruction.operands())
          if (auto* constant = llvm::dyn_cast<llvm::Constant>(use))
            if (llvm::Constant* named = Named(constant); named != constant) use.set(named);
    for (llvm::GlobalVariable& variable : part_->globals())
      if (variable.hasInitializer()) variable.setInitializer(Named(variable.getInitializer()));
  }

  llvm::Constant* Named(llvm::Constant* constant) {
    const llvm::DataLayout& layout = part_->getDataLayout();
    if (constant->getType()->isPointerTy()) {
      llvm::APInt offset(layout.getIndexTypeSizeInBits(constant->getType()), 0);
      auto* base = llvm::dyn_cast<llvm::GlobalVariable>(
          constant->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
      if (auto shared = shared_.find(base); base && shared != shared_.end() && base->getType() == constant->getType())
        return Place(*base, *shared->second, offset.getSExtValue());
    }
    if (llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant) || constant->getNumOperands() == 0) return constant;
    return WithNamedOperands(constant);
  }

  llvm::Constant* WithNamedOperands(llvm::Constant* constant) {
    llvm::SmallVector<llvm::Constant*> operands;
    bool changed = false;
    for (llvm::Use& use : constant->operands()) {
      auto* operand = llvm::cast<llvm::Constant>(use);
      operands.push_back(Named(operand));
      changed |= operands.back() != operand;
    }
    if (!changed) return constant;
    if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) return expression->getWithOperands(operands);
    if (auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(constant))
      return llvm::ConstantStruct::get(fields->getType(), operands);
    if (auto* array = llvm::dyn_cast<llvm::ConstantArray>(constant))
      return llvm::ConstantArray::get(array->getType(), operands);
    return llvm::ConstantVector::get(operands);
  }

  llvm::GlobalVariable* Place(llvm::GlobalVariable& there, llvm::GlobalVariable& here, std::int64_t offset) {
    llvm::GlobalVariable*& place = places_[{&there, offset}];
    if (place) return place;
    const std::string name = name_ + "." + std::to_string(places_.size());
    llvm::Type* byte = llvm::Type::getInt8Ty(whole_.getContext());
    llvm::Constant* address = &here;
    if (offset)
      address = llvm::ConstantExpr::getGetElementPtr(
          byte, address, llvm::ConstantInt::getSigned(llvm::Type::getInt64Ty(whole_.getContext()), offset));
    Publish(*llvm::GlobalAlias::create(byte, here.getAddressSpace(), llvm::GlobalValue::ExternalLinkage, name, address,
                                       &whole_));
    place = new llvm::GlobalVariable(*part_, byte, false, llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                     there.getThreadLocalMode(), there.getAddressSpace());
    place->setVisibility(llvm::GlobalValue::HiddenVisibility);
    place->setDSOLocal(true);
    place->setAlignment(llvm::commonAlignment(here.getPointerAlignment(whole_.getDataLayout()), offset));
    return place;
  }

  void DropTheRest() {
    for (const char* list : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
      if (llvm::GlobalVariable* variable = part_->getGlobalVariable(list)) variable->eraseFromParent();
    for (auto data = part_->named_metadata_begin(); data != part_->named_metadata_end();) {
      llvm::NamedMDNode& one = *data++;
      if (one.getName() != "llvm.module.flags") one.eraseFromParent();
    }
    for (llvm::Function& function : llvm::make_early_inc_range(*part_)) DropUnused(function);
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(part_->globals())) DropUnused(variable);
    // Otherwise in the order in which the program needs them.
    part_->getFunctionList().sort(
        [](const llvm::Function& a, const llvm::Function& b) { return a.getName() < b.getName(); });
    part_->setModuleIdentifier("part");
    part_->setSourceFileName("part");
  }

  static void DropUnused(llvm::GlobalObject& global) {
    global.removeDeadConstantUsers();
    if (global.isDeclaration() && global.use_empty()) global.eraseFromParent();
  }

  llvm::Module& whole_;
  const std::string name_;
  std::unique_ptr<llvm::Module> part_;
  std::vector<llvm::GlobalValue*> order_;  // what the part defines, in the order in which its code names it
  llvm::DenseMap<llvm::GlobalVariable*, llvm::GlobalVariable*> shared_;  // there -> here
  llvm::MapVector<std::pair<llvm::GlobalVariable*, std::int64_t>, llvm::GlobalVariable*> places_;
};

}  // namespace

void WriteKernelParts(llvm::Module& module, llvm::ArrayRef<llvm::Function*> entries, const PartsRequest& request) {
  std::size_t count = 0;
  for (llvm::Function* entry : entries) {
    const std::string name = "lockstep." + request.unit + "." + entry->getName().str();
    const std::unique_ptr<llvm::Module> part = Part(module, *entry, name).Take();
    std::error_code error;
    llvm::raw_fd_ostream file(request.folder + "/" + std::to_string(count++) + ".bc", error);
    if (!error) llvm::WriteBitcodeToFile(*part, file);
    file.close();
    if (error || file.has_error()) module.getContext().emitError("cannot write to " + request.folder);
    file.clear_error();
  }
}

}  // namespace lockstep::pass
