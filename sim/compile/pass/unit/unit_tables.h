#pragma once

// In: the results of the other transforms. Out: the tables of sim/hooks/unit.h as constants of the module, and the
// constructor that registers them with the runtime.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/facts/value_ways.h"
#include "sim/compile/pass/unit/engine_choice.h"
#include "sim/compile/pass/unit/first_write.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/unit/shared_memory.h"

namespace lockstep::pass {

struct KernelRow {
  KernelBody body;
  llvm::Function* thread_entry = nullptr;
  llvm::Function* block_entry = nullptr;
  std::vector<unsigned> shared;          // indices into the shared layout
  std::vector<FirstWrite> first_writes;  // of `block_entry`
  EngineChoice engine;
};

// Rows of sites.
struct SiteRange {
  std::uint32_t begin = 0xffffffff, count = 0;
};

class UnitTables {
 public:
  explicit UnitTables(llvm::Module& module);

  // Addresses of rows, as constants that are passed to hooks.
  llvm::Constant* Site(const llvm::DILocation* place, std::uint32_t order);
  // `count` rows of this place that no other instruction has; the index of the first, and its address.
  std::uint32_t OwnSites(const llvm::DILocation* place, std::uint32_t order, std::uint32_t count = 1);
  llvm::Constant* SiteRow(std::uint32_t index) { return Row(sites_, site_type_, index); }
  // The one of several rows from `index` on whose number is `choice`.
  llvm::Value* ChosenSite(llvm::Instruction* before, std::uint32_t index, llvm::Value* choice);
  // A row of `source` for a site; `from` are the sites of its access or call.
  void AddOperand(std::uint32_t site, const ValueSource& source, SiteRange from);
  llvm::Constant* FunctionRow(llvm::DISubprogram* subprogram);
  llvm::Constant* VariableRow(llvm::DILocalVariable* variable);

  llvm::GlobalVariable* shared_base() { return shared_base_; }

  struct Whole {
    unsigned mode = 0, architecture = 0;
    std::uint32_t modelled = 0;  // ModelledFeatures::OfAll
    std::string id;
    std::vector<KernelRow> kernels;
    const SharedLayout* shared = nullptr;
    std::vector<DeviceVariable> variables;
    llvm::DenseMap<llvm::GlobalVariable*, std::string> names;  // the names in the host half
    llvm::SmallPtrSet<llvm::GlobalVariable*, 4> managed;
  };
  // Writes all tables. No row may be requested afterwards.
  void Finish(const Whole& whole);

 private:
  struct VariableFacts {
    std::string name, file;
    std::uint32_t type, kind, function, line;
  };

  // The file's absolute path. Records whether the compiler read it.
  std::string PathOf(const llvm::DIFile* file);
  std::uint32_t AddFunction(llvm::DISubprogram* subprogram);
  std::uint32_t AddVariable(VariableFacts facts);
  std::uint32_t AddLocal(llvm::DILocalVariable* variable);
  std::uint32_t AddGlobal(llvm::GlobalVariable& global, std::uint32_t kind);
  llvm::Constant* Text(llvm::StringRef text);
  llvm::Constant* Number(std::uint32_t value);
  llvm::Constant* Wide(std::uint64_t value);
  llvm::Constant* Row(llvm::GlobalVariable* placeholder, llvm::StructType* type, std::uint32_t index);
  llvm::GlobalVariable* Array(llvm::StructType* type, const std::vector<llvm::Constant*>& rows, llvm::StringRef name,
                              bool constant);
  void Replace(llvm::GlobalVariable* placeholder, llvm::GlobalVariable* array);

  llvm::Constant* OperandRows();
  llvm::Constant* SiteRows();
  llvm::Constant* FunctionRows();
  llvm::Constant* VariableRows();
  llvm::Constant* TypeRows();
  llvm::Constant* SharedRows(const SharedLayout& layout, std::uint32_t& count);
  llvm::Constant* GlobalRows(const Whole& whole, std::uint32_t& count);
  std::vector<llvm::Constant*> WrittenFirst(const KernelRow& kernel, const SharedLayout& layout);
  llvm::Constant* KernelRows(const Whole& whole);
  llvm::Constant* ReadFileRows();
  llvm::Constant* ConstantRows(std::uint32_t& count);
  // `constants` is null except in record mode.
  void Register(llvm::GlobalVariable* unit, llvm::Constant* constants, std::uint32_t constant_count);

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::StructType *site_type_, *function_type_, *variable_type_, *type_type_, *member_type_;
  // Placeholders for the tables until their sizes are known.
  llvm::GlobalVariable *sites_, *functions_, *variables_, *shared_base_, *unit_;

  struct SiteFacts {
    std::string file;
    std::uint32_t line, column, function, order;
  };
  struct OperandFacts {
    std::string text;
    std::vector<std::uint32_t> numbers;  // in the order of LockstepValueSource
  };
  std::vector<SiteFacts> site_rows_;
  std::multimap<std::uint32_t, OperandFacts> operand_rows_;  // by site
  llvm::DenseMap<std::pair<const llvm::DILocation*, std::uint32_t>, std::uint32_t> site_index_;
  std::vector<llvm::DISubprogram*> function_rows_;
  llvm::DenseMap<llvm::DISubprogram*, std::uint32_t> function_index_;
  std::vector<VariableFacts> variable_rows_;
  llvm::DenseMap<llvm::DILocalVariable*, std::uint32_t> local_index_;
  TypeTable types_;
  llvm::StringMap<llvm::Constant*> texts_;
  std::set<std::string> read_files_;
};

}  // namespace lockstep::pass
