#include "sim/compile/pass/unit/kernel_parts.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/TypeFinder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "sim/compile/pass/facts/annotations.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/header_kernels.h"
#include "sim/compile/pass/unit/shared_memory.h"

namespace lockstep::pass {

HeaderKernels header_kernels;

void RefuseToLeaveOut() {
  std::error_code error;
  llvm::raw_fd_ostream(header_kernels.refusal, error).flush();
}

namespace {

using Globals = llvm::SetVector<llvm::GlobalObject*>;

constexpr const char* kAnnotations = "llvm.global.annotations";
// Fields of its rows, with the place of the attribute.
constexpr unsigned kFile = 2, kLine = 3;

// A table of annotations with these rows; the rest is as in `like`.
void MakeAnnotations(llvm::Module& module, const llvm::GlobalVariable& like, llvm::ArrayRef<llvm::Constant*> rows) {
  auto* type = llvm::ArrayType::get(like.getValueType()->getArrayElementType(), rows.size());
  auto* table = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::AppendingLinkage,
                                         llvm::ConstantArray::get(type, rows), kAnnotations);
  table->setSection(like.getSection());
}

// A part has a copy of it: a function, a constant, a variable of each block.
bool IsCopied(const llvm::GlobalObject& global) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  if (!variable || variable->isDeclaration() || IsSharedVariable(*variable)) return !global.isDeclaration();
  return variable->isConstant() && !IsHostConstant(*variable);
}

// False if the constant has parts that no other module can have.
bool AddGlobals(llvm::Constant* constant, Globals& found) {
  if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(constant)) {
    found.insert(object);
    return true;
  }
  if (llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant)) return false;
  return llvm::all_of(constant->operands(), [&](llvm::Use& use) {
    auto* part = llvm::dyn_cast<llvm::Constant>(use);
    return !part || AddGlobals(part, found);
  });
}

bool AddGlobals(llvm::GlobalObject& user, Globals& found) {
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&user))
    return !variable->hasInitializer() || AddGlobals(variable->getInitializer(), found);
  for (llvm::Instruction& instruction : llvm::instructions(*llvm::cast<llvm::Function>(&user)))
    for (llvm::Use& use : instruction.operands())
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(use); constant && !AddGlobals(constant, found)) return false;
  return true;
}

// The contents of the kernel's part, in the order in which its code names it; nothing if the kernel has to stay.
std::optional<Globals> Reach(llvm::Function& kernel) {
  Globals found;
  found.insert(&kernel);
  for (std::size_t i = 0; i < found.size(); ++i) {
    llvm::GlobalObject* global = found[i];
    if (!IsCopied(*global)) {
      if (!global->isDeclaration()) return std::nullopt;
      continue;
    }
    if (!AddGlobals(*global, found)) return std::nullopt;
  }
  return found;
}

// Debug information that no part shall have for the sake of the rest of the program: lists of all that the source
// declares, and sums of its text. In place while parts are made. (To map the files while a part is copied does not
// reach the declarations of a class's functions: a copy is the same node as the original for LLVM.)
class PlainDebugInfo {
 public:
  explicit PlainDebugInfo(llvm::Module& module) {
    for (llvm::DICompileUnit* unit : module.debug_compile_units())
      for (unsigned list = kFirstList; list <= kLastList; ++list) Replace(*unit, list, nullptr);
    for (llvm::MDNode* node : NodesOf(module))
      for (unsigned i = 0; i < node->getNumOperands(); ++i)
        if (const auto* file = llvm::dyn_cast_or_null<llvm::DIFile>(node->getOperand(i).get()); file && HasSum(*file))
          Replace(*node, i, WithoutSum(*file));
  }
  ~PlainDebugInfo() {
    for (const Replaced& one : llvm::reverse(replaced_)) one.node->replaceOperandWith(one.index, one.content);
  }
  PlainDebugInfo(const PlainDebugInfo&) = delete;
  PlainDebugInfo& operator=(const PlainDebugInfo&) = delete;

 private:
  // Among the operands of a DICompileUnit: enumerations, retained types, global variables, imports and macros.
  static constexpr unsigned kFirstList = 4, kLastList = 8;

  struct Replaced {
    llvm::MDNode* node;
    unsigned index;
    llvm::Metadata* content;
  };

  void Replace(llvm::MDNode& node, unsigned index, llvm::Metadata* content) {
    replaced_.push_back({&node, index, node.getOperand(index)});
    node.replaceOperandWith(index, content);
  }

  static bool HasSum(const llvm::DIFile& file) { return file.getChecksum() && !IsLibraryFile(&file); }

  // The fact that a file was read remains: it has a sum.
  static llvm::DIFile* WithoutSum(const llvm::DIFile& file) {
    const llvm::DIFile::ChecksumInfo<llvm::StringRef> none(llvm::DIFile::CSK_MD5, "00000000000000000000000000000000");
    return llvm::DIFile::get(file.getContext(), file.getFilename(), file.getDirectory(), none, file.getSource());
  }

  // All that the code's debug information leads to.
  static llvm::SetVector<llvm::MDNode*> NodesOf(llvm::Module& module) {
    llvm::SetVector<llvm::MDNode*> nodes;
    const auto add = [&](llvm::Metadata* one) {
      if (auto* node = llvm::dyn_cast_or_null<llvm::MDNode>(one)) nodes.insert(node);
    };
    const auto add_all = [&](auto& owner) {
      llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> all;
      owner.getAllMetadata(all);
      for (const auto& [kind, node] : all) add(node);
    };
    for (llvm::DICompileUnit* unit : module.debug_compile_units()) add(unit);
    for (llvm::GlobalVariable& variable : module.globals()) add_all(variable);
    for (llvm::Function& function : module) {
      add_all(function);
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        add_all(instruction);
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
          add(record.getVariable());
      }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (const llvm::MDOperand& operand : nodes[i]->operands()) add(operand);
    return nodes;
  }

  std::vector<Replaced> replaced_;
};

class KernelPart {
 public:
  KernelPart(llvm::Module& whole, const Globals& reached)
      : whole_(whole),
        reached_(reached),
        part_(std::make_unique<llvm::Module>(whole.getModuleIdentifier(), whole.getContext())) {
    part_->setSourceFileName(whole.getSourceFileName());
    part_->setDataLayout(whole.getDataLayout());
    part_->setTargetTriple(whole.getTargetTriple());
  }

  std::unique_ptr<llvm::Module> Take() {
    for (llvm::GlobalObject* global : reached_) Declare(*global);
    for (llvm::GlobalObject* global : reached_) Define(*global);
    CopyAnnotations();
    for (const char* name : {"llvm.dbg.cu", "llvm.module.flags", "llvm.ident"}) CopyMetadata(name);
    Sort();
    return std::move(part_);
  }

 private:
  void Declare(llvm::GlobalObject& global) {
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global)) {
      // Numbers in the names of unnamed constants depend on the rest of the program.
      const bool is_unnamed = variable->hasPrivateLinkage() && IsCopied(*variable) && !IsSharedVariable(*variable);
      auto* copy = new llvm::GlobalVariable(
          *part_, variable->getValueType(), variable->isConstant(), variable->getLinkage(), nullptr,
          is_unnamed ? "constant." + std::to_string(values_.size()) : variable->getName(), nullptr,
          variable->getThreadLocalMode(), variable->getAddressSpace());
      copy->copyAttributesFrom(variable);
      values_[variable] = copy;
      return;
    }
    auto* function = llvm::cast<llvm::Function>(&global);
    auto* copy = llvm::Function::Create(function->getFunctionType(), function->getLinkage(),
                                        function->getAddressSpace(), function->getName(), part_.get());
    copy->copyAttributesFrom(function);
    copy->setPersonalityFn(nullptr);
    values_[function] = copy;
  }

  void Define(llvm::GlobalObject& global) {
    if (!IsCopied(global)) return;
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global)) {
      auto* copy = llvm::cast<llvm::GlobalVariable>(values_[variable]);
      copy->setInitializer(llvm::MapValue(variable->getInitializer(), values_));
      llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 1> all;
      variable->getAllMetadata(all);
      for (auto [kind, node] : all) copy->addMetadata(kind, *llvm::MapMetadata(node, values_));
      return;
    }
    auto* function = llvm::cast<llvm::Function>(&global);
    auto* copy = llvm::cast<llvm::Function>(values_[function]);
    for (auto [to, from] : llvm::zip(copy->args(), function->args())) {
      to.setName(from.getName());
      values_[&from] = &to;
    }
    llvm::SmallVector<llvm::ReturnInst*, 8> returns;
    llvm::CloneFunctionInto(copy, function, values_, llvm::CloneFunctionChangeType::ClonedModule, returns);
    if (function->hasPersonalityFn()) copy->setPersonalityFn(llvm::MapValue(function->getPersonalityFn(), values_));
  }

  // Those of the part's functions, without the places of the attributes.
  void CopyAnnotations() {
    const llvm::GlobalVariable* table = whole_.getGlobalVariable(kAnnotations);
    if (!table) return;
    // In the table, they are in the order in which the program needs the functions.
    std::multimap<llvm::StringRef, llvm::ConstantStruct*> sorted;
    for (const llvm::Use& use : table->getInitializer()->operands()) {
      auto* row = llvm::cast<llvm::ConstantStruct>(use);
      auto* target = llvm::dyn_cast<llvm::GlobalObject>(row->getOperand(0)->stripPointerCasts());
      if (target && reached_.contains(target)) sorted.emplace(target->getName(), row);
    }
    std::vector<llvm::Constant*> rows;
    for (auto [name, row] : sorted) {
      std::vector<llvm::Constant*> fields;
      for (const llvm::Use& field : row->operands()) {
        const bool is_place = fields.size() == kFile || fields.size() == kLine;
        fields.push_back(is_place ? llvm::Constant::getNullValue(field->getType())
                                  : Copied(llvm::cast<llvm::Constant>(field)));
      }
      rows.push_back(llvm::ConstantStruct::get(row->getType(), fields));
    }
    MakeAnnotations(*part_, *table, rows);
  }

  // The texts and numbers of annotations are constants that nothing else names.
  llvm::Constant* Copied(llvm::Constant* constant) {
    auto* global = llvm::dyn_cast<llvm::GlobalObject>(constant->stripPointerCasts());
    if (global && !values_.count(global)) {
      Declare(*global);
      Define(*global);
    }
    return llvm::MapValue(constant, values_);
  }

  void CopyMetadata(const char* name) {
    const llvm::NamedMDNode* node = whole_.getNamedMetadata(name);
    if (!node) return;
    llvm::NamedMDNode* copy = part_->getOrInsertNamedMetadata(name);
    for (const llvm::MDNode* operand : node->operands())
      copy->addOperand(llvm::cast<llvm::MDNode>(llvm::MapMetadata(operand, values_)));
  }

  void Sort() {
    auto by_name = [](const llvm::GlobalValue& a, const llvm::GlobalValue& b) { return a.getName() < b.getName(); };
    part_->getFunctionList().sort(by_name);
  }

  llvm::Module& whole_;
  const Globals& reached_;
  std::unique_ptr<llvm::Module> part_;
  llvm::ValueToValueMapTy values_;
};

llvm::StringRef WithoutNumber(llvm::StringRef name) {
  const auto [start, number] = name.rsplit('.');
  return !number.empty() && llvm::all_of(number, llvm::isDigit) ? start : name;
}

// Names of types end in numbers that depend on the rest of the program (`struct.Pair.17`). In place while parts are
// made.
class NamelessTypes {
 public:
  explicit NamelessTypes(llvm::Module& module) {
    for (llvm::StructType* type : module.getIdentifiedStructTypes()) {
      if (!type->hasName()) continue;
      names_.insert({type, type->getName().str()});
      type->setName("");
    }
  }
  ~NamelessTypes() {
    for (auto& [type, name] : names_) type->setName(name);
  }
  NamelessTypes(const NamelessTypes&) = delete;
  NamelessTypes& operator=(const NamelessTypes&) = delete;

  // Numbers by the order of the types in `part`. Clang has types of the plain names that the program does not use.
  void NameAsIn(llvm::Module& part) const {
    llvm::StringMap<unsigned> known;
    for (llvm::StructType* type : TypesOf(part))
      if (const auto found = names_.find(type); found != names_.end()) {
        const std::string name = (WithoutNumber(found->second) + ".part").str();
        type->setName(name + "." + std::to_string(known[name]++));
      }
  }
  void TakeNames(llvm::Module& part) const {
    for (llvm::StructType* type : TypesOf(part))
      if (names_.contains(type)) type->setName("");
  }

 private:
  static llvm::TypeFinder TypesOf(llvm::Module& part) {
    llvm::TypeFinder types;
    types.run(part, /*onlyNamed=*/false);
    return types;
  }

  llvm::MapVector<llvm::StructType*, std::string> names_;
};

// The rest of the half, or one of its kernels in a launch, may name it.
bool IsOnlyAnnotated(const llvm::Function& kernel) {
  return llvm::all_of(kernel.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::ConstantStruct>(user) && user->hasOneUser() &&
           llvm::all_of(user->users(), [](const llvm::User* table) {
             return table->hasOneUser() && table->user_back()->getName() == kAnnotations;
           });
  });
}

void Write(llvm::LLVMContext& context, const std::string& path, llvm::function_ref<void(llvm::raw_ostream&)> write) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (!error) write(file);
  file.close();
  if (error || file.has_error()) context.emitError("cannot write " + path);
  file.clear_error();
}

// Nothing in it is of the program. Functions of the CUDA headers may have no debug information.
bool IsOfHeaders(const llvm::Function& kernel, const Globals& reached) {
  return header_kernels.made.contains(kernel.getName()) && llvm::all_of(reached, [](const llvm::GlobalObject* global) {
           const auto* function = llvm::dyn_cast<llvm::Function>(global);
           return !function || !function->getSubprogram() || IsLibraryFunction(*function);
         });
}

void WriteLeftOut(llvm::Module& module, const std::string& path) {
  if (header_kernels.left_out.empty()) return;
  for (const std::string& name : header_kernels.left_out) {
    if (!module.getFunction(name)) continue;
    RefuseToLeaveOut();
    module.getContext().emitError("lockstep left out kernels that the program names");
  }
  Write(module.getContext(), path, [](llvm::raw_ostream& file) {
    for (const std::string& name : header_kernels.left_out) file << name << "\n";
  });
}

std::vector<llvm::Function*> FindKernels(llvm::Module& module) {
  std::vector<llvm::Function*> found;
  for (llvm::Function* kernel : FindAnnotations(module).kernels)
    if (!kernel->isDeclaration() && IsOfLibrarySetApart(*kernel) && IsOnlyAnnotated(*kernel)) found.push_back(kernel);
  return found;
}

// Without the rows that name one of `gone`.
void DropAnnotations(llvm::Module& module, const llvm::SmallPtrSetImpl<llvm::Function*>& gone) {
  llvm::GlobalVariable* table = module.getGlobalVariable(kAnnotations);
  std::vector<llvm::Constant*> rows;
  for (const llvm::Use& use : table->getInitializer()->operands()) {
    auto* row = llvm::cast<llvm::Constant>(use);
    auto* target = llvm::dyn_cast<llvm::Function>(row->getOperand(0)->stripPointerCasts());
    if (!target || !gone.contains(target)) rows.push_back(row);
  }
  if (rows.empty()) return table->eraseFromParent();
  table->setName("");
  MakeAnnotations(module, *table, rows);
  table->eraseFromParent();
}

}  // namespace

void SetKernelsApart(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, const std::string& folder) {
  WriteLeftOut(module, folder + "/left");
  const std::vector<llvm::Function*> kernels = FindKernels(module);
  if (kernels.empty()) return;
  llvm::SmallPtrSet<llvm::Function*, 16> gone;
  {
    const PlainDebugInfo plain(module);
    const NamelessTypes nameless(module);
    for (llvm::Function* kernel : kernels) {
      const std::optional<Globals> reached = Reach(*kernel);
      if (!reached) continue;
      const std::unique_ptr<llvm::Module> part = KernelPart(module, *reached).Take();
      nameless.NameAsIn(*part);
      const std::string path = folder + "/" + std::to_string(gone.size());
      Write(module.getContext(), path + ".bc", [&](llvm::raw_ostream& file) { llvm::WriteBitcodeToFile(*part, file); });
      if (IsOfHeaders(*kernel, *reached))
        Write(module.getContext(), path + ".name", [&](llvm::raw_ostream& file) { file << kernel->getName(); });
      nameless.TakeNames(*part);
      gone.insert(kernel);
    }
  }
  if (gone.empty()) return;
  DropAnnotations(module, gone);
  for (llvm::Function* kernel : gone) {
    kernel->removeDeadConstantUsers();
    kernel->eraseFromParent();
  }
  llvm::GlobalDCEPass().run(module, analyses);
}

}  // namespace lockstep::pass
