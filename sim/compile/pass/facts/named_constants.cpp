#include "sim/compile/pass/facts/named_constants.h"

#include <map>
#include <optional>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "sim/compile/pass/facts/debug_types.h"

namespace lockstep::pass {
namespace {

std::optional<std::uint64_t> ValueOf(const llvm::Constant* constant) {
  if (const auto* whole = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant)) {
    if (whole->getBitWidth() > 64) return std::nullopt;
    // A bool is one bit: true is 1, not -1.
    return whole->getBitWidth() == 1 ? whole->getZExtValue() : static_cast<std::uint64_t>(whole->getSExtValue());
  }
  if (const auto* real = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant)) {
    const llvm::APInt bits = real->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() <= 64) return bits.getZExtValue();
  }
  return std::nullopt;
}

std::optional<std::uint64_t> ValueOf(const llvm::Metadata* metadata) {
  const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantAsMetadata>(metadata);
  return constant ? ValueOf(constant->getValue()) : std::nullopt;
}

// A named number: no struct, no pointer.
bool IsNumber(llvm::DIType* type) {
  llvm::DIType* resolved = Resolve(type);
  if (!resolved || SizeInBytes(resolved) > 8) return false;
  if (llvm::isa<llvm::DIBasicType>(resolved)) return true;
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(resolved);
  return composite && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type;
}

class Collector {
 public:
  explicit Collector(llvm::Module& module) : module_(module) {}

  std::vector<NamedConstant> Run() {
    llvm::DebugInfoFinder finder;
    finder.processModule(module_);
    for (llvm::DIGlobalVariableExpression* global : finder.global_variables()) AddGlobal(*global);
    for (llvm::GlobalVariable& global : module_.globals()) AddStored(global);
    for (llvm::DISubprogram* function : finder.subprograms()) AddArguments(function->getTemplateParams(), function);
    for (llvm::DISubprogram* function : finder.subprograms()) {
      const auto* outer = llvm::dyn_cast_or_null<llvm::DICompositeType>(function->getScope());
      if (outer) AddArguments(outer->getTemplateParams(), function);
      if (outer) AddMembers(*outer, function);
    }
    for (llvm::DIType* type : finder.types()) {
      if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) AddType(*composite);
    }
    return std::move(found_);
  }

 private:
  void Add(std::string name, llvm::DIType* type, std::optional<std::uint64_t> value, llvm::DISubprogram* function) {
    if (!value || name.empty() || !IsNumber(type)) return;
    const auto [known, is_new] = places_.try_emplace({name, function}, found_.size());
    if (is_new) {
      found_.push_back({std::move(name), type, *value, function});
      return;
    }
    if (known->second == kAmbiguous || found_[known->second].value == *value) return;
    found_[known->second].name.clear();
    known->second = kAmbiguous;
  }

  static llvm::DISubprogram* FunctionOf(llvm::DIScope* scope) {
    auto* local = llvm::dyn_cast_or_null<llvm::DILocalScope>(scope);
    return local ? local->getSubprogram() : nullptr;
  }

  // `constexpr int kTile = 16;` that is used only as a value has no storage, only an expression.
  void AddGlobal(llvm::DIGlobalVariableExpression& global) {
    llvm::DIGlobalVariable* variable = global.getVariable();
    llvm::DIExpression* expression = global.getExpression();
    if (!variable || !expression || !expression->isConstant()) return;
    Add(variable->getName().str(), variable->getType(), expression->getElement(1), FunctionOf(variable->getScope()));
  }

  // A constant whose address is taken has storage as well.
  void AddStored(llvm::GlobalVariable& global) {
    if (!global.isConstant() || !global.hasInitializer()) return;
    llvm::SmallVector<llvm::DIGlobalVariableExpression*> infos;
    global.getDebugInfo(infos);
    for (llvm::DIGlobalVariableExpression* info : infos) {
      llvm::DIGlobalVariable* variable = info->getVariable();
      Add(variable->getName().str(), variable->getType(), ValueOf(global.getInitializer()),
          FunctionOf(variable->getScope()));
    }
  }

  void AddArguments(llvm::DITemplateParameterArray arguments, llvm::DISubprogram* function) {
    for (llvm::DITemplateParameter* argument : arguments) {
      const auto* value = llvm::dyn_cast_or_null<llvm::DITemplateValueParameter>(argument);
      if (value) Add(value->getName().str(), value->getType(), ValueOf(value->getValue()), function);
    }
  }

  // Members of a class: its own functions use `kTile`, all others `Shape::kTile`.
  void AddMembers(const llvm::DICompositeType& composite, llvm::DISubprogram* function) {
    for (llvm::DINode* node : composite.getElements()) {
      const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
      if (!member || !member->isStaticMember()) continue;
      const std::string name = member->getName().str();
      Add(function ? name : composite.getName().str() + "::" + name, member->getBaseType(),
          ValueOf(member->getConstant()), function);
    }
  }

  void AddType(llvm::DICompositeType& composite) {
    if (composite.getTag() != llvm::dwarf::DW_TAG_enumeration_type) {
      AddMembers(composite, nullptr);
      return;
    }
    for (llvm::DINode* node : composite.getElements()) {
      const auto* enumerator = llvm::dyn_cast_or_null<llvm::DIEnumerator>(node);
      if (!enumerator || enumerator->getValue().getBitWidth() > 64) continue;
      const auto value = static_cast<std::uint64_t>(enumerator->getValue().getSExtValue());
      const std::string name = enumerator->getName().str();
      const bool scoped = composite.getFlags() & llvm::DINode::FlagEnumClass;
      if (!scoped) Add(name, &composite, value, nullptr);
      if (!composite.getName().empty()) Add(composite.getName().str() + "::" + name, &composite, value, nullptr);
    }
  }

  static constexpr std::size_t kAmbiguous = ~std::size_t{0};

  llvm::Module& module_;
  std::vector<NamedConstant> found_;
  std::map<std::pair<std::string, llvm::DISubprogram*>, std::size_t> places_;
};

}  // namespace

std::vector<NamedConstant> ConstantsOf(llvm::Module& module) {
  auto all = Collector(module).Run();
  std::erase_if(all, [](const NamedConstant& constant) { return constant.name.empty(); });
  return all;
}

}  // namespace lockstep::pass
