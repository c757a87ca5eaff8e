#include "sim/compile/pass/unit/unit_tables.h"

#include <algorithm>
#include <limits>

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "sim/compile/pass/facts/extern_arrays.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/named_constants.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
// The beginning of the name of a shared variable's room (sim/compile/mended_source.h). The variable is shown as
// the program has it.
constexpr llvm::StringLiteral kRoom = "__lockstep_room_of_";

llvm::DIType* TypeInRoom(llvm::DIType* room) {
  if (auto* whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(room))
    for (llvm::DINode* element : whole->getElements())
      if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element); member && member->getName() == "value")
        return member->getBaseType();
  return room;
}

std::vector<llvm::Type*> Fields(llvm::LLVMContext& context, llvm::StringRef layout) {
  std::vector<llvm::Type*> fields;
  for (char field : layout)
    fields.push_back(field == 'p'   ? static_cast<llvm::Type*>(llvm::PointerType::get(context, 0))
                     : field == 'q' ? llvm::Type::getInt64Ty(context)
                                    : llvm::Type::getInt32Ty(context));
  return fields;
}

// One letter for each field, in the order of sim/hooks/unit.h: p pointer, q 64 bits, i 32 bits.
llvm::StructType* Layout(llvm::LLVMContext& context, llvm::StringRef name, llvm::StringRef layout) {
  return llvm::StructType::create(context, Fields(context, layout), name);
}

}  // namespace

UnitTables::UnitTables(llvm::Module& module)
    : module_(module),
      context_(module.getContext()),
      site_type_(Layout(context_, "LockstepSite", "piiiiii")),
      function_type_(Layout(context_, "LockstepFunction", "ppii")),
      variable_type_(Layout(context_, "LockstepVariable", "ppiiiiii")),
      type_type_(Layout(context_, "LockstepType", "pqqpiiii")),
      member_type_(Layout(context_, "LockstepMember", "pqii")) {
  auto placeholder = [&](const char* name, llvm::Type* type) {
    return new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, nullptr, name);
  };
  sites_ = placeholder("lockstep.sites", site_type_);
  functions_ = placeholder("lockstep.functions", function_type_);
  variables_ = placeholder("lockstep.variables", variable_type_);
  auto* wide = llvm::Type::getInt64Ty(context_);
  shared_base_ = placeholder("lockstep.shared_base", wide);
  unit_ = nullptr;
}

llvm::Constant* UnitTables::Number(std::uint32_t value) {
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), value);
}

llvm::Constant* UnitTables::Wide(std::uint64_t value) {
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), value);
}

llvm::Constant* UnitTables::Text(llvm::StringRef text) {
  llvm::Constant*& known = texts_[text];
  if (known) return known;
  auto* data = llvm::ConstantDataArray::getString(context_, text);
  auto* global = new llvm::GlobalVariable(module_, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data);
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return known = global;
}

llvm::Constant* UnitTables::Row(llvm::GlobalVariable* placeholder, llvm::StructType* type, std::uint32_t index) {
  return llvm::ConstantExpr::getInBoundsGetElementPtr(type, placeholder, Wide(index));
}

std::string UnitTables::PathOf(const llvm::DIFile* file) {
  const std::string path = AbsolutePath(file);
  // Clang stores checksums of files that it has read only, not of a file that only a `#line` directive names.
  if (file && file->getChecksum()) read_files_.insert(path);
  return path;
}

llvm::Constant* UnitTables::Site(const llvm::DILocation* place, std::uint32_t order) {
  auto [found, is_new] = site_index_.try_emplace({place, order}, site_rows_.size());
  if (is_new)
    site_rows_.push_back({PathOf(place->getFile()), place->getLine(), place->getColumn(),
                          AddFunction(place->getScope()->getSubprogram()), order});
  return Row(sites_, site_type_, found->second);
}

std::uint32_t UnitTables::OwnSites(const llvm::DILocation* place, std::uint32_t order, std::uint32_t count) {
  const auto first = static_cast<std::uint32_t>(site_rows_.size());
  const SiteFacts facts{PathOf(place->getFile()), place->getLine(), place->getColumn(),
                        AddFunction(place->getScope()->getSubprogram()), order};
  site_rows_.insert(site_rows_.end(), count, facts);
  return first;
}

llvm::Value* UnitTables::ChosenSite(llvm::Instruction* before, std::uint32_t index, llvm::Value* choice) {
  if (!choice) return SiteRow(index);
  return llvm::IRBuilder<>(before).CreateInBoundsGEP(site_type_, SiteRow(index), choice);
}

void UnitTables::AddOperand(std::uint32_t site, const ValueSource& source, SiteRange from) {
  const auto number = [](std::uint64_t value) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, std::numeric_limits<std::int32_t>::max()));
  };
  const auto* call =
      source.kind == trace::OperandKind::kReturned ? llvm::dyn_cast<llvm::CallBase>(source.source) : nullptr;
  operand_rows_.emplace(
      site, OperandFacts{
                source.text,
                {site, static_cast<std::uint32_t>(source.kind), source.moves, number(source.begin), number(source.size),
                 number(source.offset), number(source.length), source.parameter ? AddLocal(source.parameter) : kNone,
                 source.variable ? AddLocal(source.variable) : kNone,
                 call ? AddFunction(call->getCalledFunction()->getSubprogram()) : kNone, from.begin, from.count}});
}

llvm::Constant* UnitTables::OperandRows() {
  llvm::StructType* type = Layout(context_, "LockstepValueSource", "piiiiiiiiiiii");
  std::vector<llvm::Constant*> rows;
  for (const auto& [site, facts] : operand_rows_) {
    std::vector<llvm::Constant*> row{
        facts.text.empty() ? llvm::ConstantPointerNull::get(llvm::PointerType::get(context_, 0)) : Text(facts.text)};
    for (const std::uint32_t value : facts.numbers) row.push_back(Number(value));
    rows.push_back(llvm::ConstantStruct::get(type, row));
  }
  return Array(type, rows, "lockstep.operands", true);
}

std::uint32_t UnitTables::AddFunction(llvm::DISubprogram* subprogram) {
  auto [found, is_new] = function_index_.try_emplace(subprogram, function_rows_.size());
  if (is_new) function_rows_.push_back(subprogram);
  return found->second;
}

llvm::Constant* UnitTables::FunctionRow(llvm::DISubprogram* subprogram) {
  return Row(functions_, function_type_, AddFunction(subprogram));
}

std::uint32_t UnitTables::AddVariable(VariableFacts facts) {
  variable_rows_.push_back(std::move(facts));
  return static_cast<std::uint32_t>(variable_rows_.size() - 1);
}

std::uint32_t UnitTables::AddLocal(llvm::DILocalVariable* variable) {
  auto [found, is_new] = local_index_.try_emplace(variable, 0);
  if (!is_new) return found->second;
  const auto kind = variable->isParameter() ? trace::VariableKind::kParameter : trace::VariableKind::kLocal;
  const std::uint32_t index = AddVariable({variable->getName().str(), PathOf(variable->getFile()),
                                           types_.Add(variable->getType()), static_cast<std::uint32_t>(kind),
                                           AddFunction(variable->getScope()->getSubprogram()), variable->getLine()});
  return local_index_[variable] = index;
}

llvm::Constant* UnitTables::VariableRow(llvm::DILocalVariable* variable) {
  return Row(variables_, variable_type_, AddLocal(variable));
}

std::uint32_t UnitTables::AddGlobal(llvm::GlobalVariable& global, std::uint32_t kind) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*> infos;
  global.getDebugInfo(infos);
  if (infos.empty()) {
    const bool dynamic = kind == static_cast<std::uint32_t>(trace::VariableKind::kDynamicShared);
    const std::uint32_t type = dynamic ? types_.Add(TypeOfExternArray(global)) : kNone;
    return AddVariable({dynamic ? NameInSource(global) : global.getName().str(), "", type, kind, kNone, 0});
  }
  llvm::DIGlobalVariable* variable = infos.front()->getVariable();
  llvm::StringRef name = variable->getName();
  llvm::DIType* shown = variable->getType();
  if (name.consume_front(kRoom)) shown = TypeInRoom(shown);
  auto* subprogram = llvm::dyn_cast_or_null<llvm::DILocalScope>(variable->getScope());
  return AddVariable({name.str(), PathOf(variable->getFile()), types_.Add(shown), kind,
                      subprogram ? AddFunction(subprogram->getSubprogram()) : kNone, variable->getLine()});
}

llvm::GlobalVariable* UnitTables::Array(llvm::StructType* type, const std::vector<llvm::Constant*>& rows,
                                        llvm::StringRef name, bool constant) {
  auto* array_type = llvm::ArrayType::get(type, rows.size());
  return new llvm::GlobalVariable(module_, array_type, constant, llvm::GlobalValue::InternalLinkage,
                                  llvm::ConstantArray::get(array_type, rows), name);
}

void UnitTables::Replace(llvm::GlobalVariable* placeholder, llvm::GlobalVariable* array) {
  array->takeName(placeholder);
  placeholder->replaceAllUsesWith(array);
  placeholder->eraseFromParent();
}

llvm::Constant* UnitTables::SiteRows() {
  std::vector<llvm::Constant*> rows;
  for (const SiteFacts& site : site_rows_)
    rows.push_back(
        llvm::ConstantStruct::get(site_type_, {Text(site.file), Number(site.line), Number(site.column),
                                               Number(site.function), Number(site.order), Number(0), Number(0)}));
  auto* array = Array(site_type_, rows, "", false);
  Replace(sites_, array);
  return array;
}

llvm::Constant* UnitTables::FunctionRows() {
  std::vector<llvm::Constant*> rows;
  for (llvm::DISubprogram* subprogram : function_rows_)
    rows.push_back(llvm::ConstantStruct::get(
        function_type_,
        {Text(PrettyName(subprogram)), Text(PathOf(subprogram->getFile())), Number(subprogram->getLine()), Number(0)}));
  auto* array = Array(function_type_, rows, "", true);
  Replace(functions_, array);
  return array;
}

llvm::Constant* UnitTables::VariableRows() {
  std::vector<llvm::Constant*> rows;
  for (const VariableFacts& variable : variable_rows_)
    rows.push_back(llvm::ConstantStruct::get(
        variable_type_, {Text(variable.name), Text(variable.file), Number(variable.type), Number(variable.kind),
                         Number(variable.function), Number(variable.line), Number(0), Number(0)}));
  auto* array = Array(variable_type_, rows, "", false);
  Replace(variables_, array);
  return array;
}

llvm::Constant* UnitTables::TypeRows() {
  std::vector<llvm::Constant*> rows;
  for (const trace::Type& type : types_.types()) {
    std::vector<llvm::Constant*> members;
    for (const trace::Member& member : type.members)
      members.push_back(llvm::ConstantStruct::get(
          member_type_, {Text(member.name), Wide(member.offset), Number(trace::Index(member.type)), Number(0)}));
    rows.push_back(llvm::ConstantStruct::get(
        type_type_, {Text(type.name), Wide(type.size), Wide(type.count), Array(member_type_, members, "", true),
                     Number(members.size()), Number(trace::Index(type.element)),
                     Number(static_cast<std::uint32_t>(type.kind)), Number(0)}));
  }
  return Array(type_type_, rows, "lockstep.types", true);
}

llvm::Constant* UnitTables::SharedRows(const SharedLayout& layout, std::uint32_t& count) {
  llvm::StructType* type = Layout(context_, "LockstepShared", "qqii");
  std::vector<llvm::Constant*> rows;
  for (const SharedVariable& variable : layout.variables) {
    const auto kind = variable.dynamic ? trace::VariableKind::kDynamicShared : trace::VariableKind::kShared;
    rows.push_back(llvm::ConstantStruct::get(
        type, {Wide(variable.offset), Wide(variable.size),
               Number(AddGlobal(*variable.global, static_cast<std::uint32_t>(kind))), Number(variable.dynamic)}));
  }
  count = rows.size();
  return Array(type, rows, "lockstep.shared", true);
}

llvm::Constant* UnitTables::GlobalRows(const Whole& whole, std::uint32_t& count) {
  llvm::StructType* type = Layout(context_, "LockstepGlobal", "ppqii");
  std::vector<llvm::Constant*> rows;
  for (const DeviceVariable& variable : whole.variables) {
    const auto kind =
        static_cast<std::uint32_t>(variable.constant                         ? trace::VariableKind::kConstant
                                   : whole.managed.contains(variable.global) ? trace::VariableKind::kManaged
                                                                             : trace::VariableKind::kDevice);
    const std::uint64_t size = module_.getDataLayout().getTypeAllocSize(variable.global->getValueType());
    rows.push_back(
        llvm::ConstantStruct::get(type, {Text(whole.names.lookup(variable.global)), variable.global, Wide(size),
                                         Number(AddGlobal(*variable.global, kind)), Number(kind)}));
  }
  count = rows.size();
  return Array(type, rows, "lockstep.globals", true);
}

// LockstepKernel::written_first.
std::vector<llvm::Constant*> UnitTables::WrittenFirst(const KernelRow& kernel, const SharedLayout& layout) {
  std::vector<llvm::Constant*> written;
  for (unsigned index : kernel.shared) {
    const SharedVariable& variable = layout.variables[index];
    std::uint64_t bytes = 0;
    for (const FirstWrite& write : kernel.first_writes)
      if (write.dynamic == variable.dynamic && write.offset == variable.offset) bytes = std::max(bytes, write.bytes);
    written.push_back(Number(bytes));
  }
  return written;
}

llvm::Constant* UnitTables::KernelRows(const Whole& whole) {
  llvm::StructType* type = Layout(context_, "LockstepKernel", "pppppppiiiiiiiiiiip");
  llvm::StructType* parameter_type = Layout(context_, "LockstepParameter", "pqiii");
  llvm::Constant* null = llvm::ConstantPointerNull::get(llvm::PointerType::get(context_, 0));
  auto or_null = [&](llvm::Function* entry) -> llvm::Constant* { return entry ? entry : null; };
  std::vector<llvm::Constant*> rows;
  for (const KernelRow& kernel : whole.kernels) {
    std::vector<llvm::Constant*> parameters, shared;
    for (const KernelParameter& parameter : kernel.body.parameters)
      parameters.push_back(llvm::ConstantStruct::get(
          parameter_type, {Text(parameter.name), Wide(parameter.size), Number(types_.Add(parameter.type)),
                           Number(parameter.variable ? AddLocal(parameter.variable) : kNone),
                           Number(AlignmentInBytes(parameter.type))}));
    std::uint64_t static_shared = 0;
    for (unsigned index : kernel.shared) {
      shared.push_back(Number(index));
      static_shared += whole.shared->variables[index].size;
    }
    auto* shared_type = llvm::ArrayType::get(llvm::Type::getInt32Ty(context_), shared.size());
    auto array = [&](const std::vector<llvm::Constant*>& numbers) {
      return new llvm::GlobalVariable(module_, shared_type, true, llvm::GlobalValue::PrivateLinkage,
                                      llvm::ConstantArray::get(shared_type, numbers));
    };
    llvm::DISubprogram* subprogram = kernel.body.function->getSubprogram();
    rows.push_back(llvm::ConstantStruct::get(
        type, {Text(kernel.body.name), Text(PrettyName(subprogram)), or_null(kernel.thread_entry),
               or_null(kernel.block_entry), Array(parameter_type, parameters, "", true), array(shared),
               kernel.first_writes.empty() ? null : array(WrittenFirst(kernel, *whole.shared)),
               Number(parameters.size()), Number(shared.size()), Number(static_shared), Number(kernel.body.max_threads),
               Number(kernel.engine.kind), Number(AddFunction(subprogram)), Number(whole.architecture),
               Number(kernel.body.cluster[0]), Number(kernel.body.cluster[1]), Number(kernel.body.cluster[2]),
               Number(kernel.body.modelled), Text(kernel.engine.reason)}));
  }
  return Array(type, rows, "lockstep.kernels", true);
}

llvm::Constant* UnitTables::ReadFileRows() {
  auto* pointer = llvm::PointerType::get(context_, 0);
  std::vector<llvm::Constant*> rows;
  for (const std::string& file : read_files_) rows.push_back(Text(file));
  auto* type = llvm::ArrayType::get(pointer, rows.size());
  return new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantArray::get(type, rows), "lockstep.read_files");
}

llvm::Constant* UnitTables::ConstantRows(std::uint32_t& count) {
  llvm::StructType* type = Layout(context_, "LockstepConstant", "pqii");
  std::vector<llvm::Constant*> rows;
  for (const NamedConstant& constant : ConstantsOf(module_)) {
    // Constants of a function that no kernel runs are left out.
    const auto function = function_index_.find(constant.function);
    if (constant.function && function == function_index_.end()) continue;
    rows.push_back(
        llvm::ConstantStruct::get(type, {Text(constant.name), Wide(constant.value), Number(types_.Add(constant.type)),
                                         Number(constant.function ? function->second : kNone)}));
  }
  count = rows.size();
  return Array(type, rows, "lockstep.constants", true);
}

void UnitTables::Register(llvm::GlobalVariable* unit, llvm::Constant* constants, std::uint32_t constant_count) {
  llvm::Type* nothing = llvm::Type::getVoidTy(context_);
  auto* constructor = llvm::Function::Create(llvm::FunctionType::get(nothing, false),
                                             llvm::GlobalValue::InternalLinkage, "lockstep.register", module_);
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(context_, "", constructor));
  build.CreateCall(module_.getOrInsertFunction("__lockstep_register_unit", nothing, unit->getType()), unit);
  if (constants) {
    llvm::Type* pointer = unit->getType();
    build.CreateCall(module_.getOrInsertFunction("__lockstep_register_constants", nothing, pointer, pointer,
                                                 llvm::Type::getInt32Ty(context_)),
                     {unit, constants, Number(constant_count)});
    llvm::Constant* rows = ReadFileRows();
    llvm::Constant* count = Wide(read_files_.size());
    build.CreateCall(
        module_.getOrInsertFunction("__lockstep_register_read_files", nothing, rows->getType(), count->getType()),
        {rows, count});
  }
  build.CreateRetVoid();
  llvm::appendToGlobalCtors(module_, constructor, 101);
}

void UnitTables::Finish(const Whole& whole) {
  std::uint32_t shared_count = 0, global_count = 0;
  llvm::Constant* shared = SharedRows(*whole.shared, shared_count);
  llvm::Constant* globals = GlobalRows(whole, global_count);
  llvm::Constant* kernels = KernelRows(whole);
  std::uint32_t constant_count = 0;
  llvm::Constant* constants = whole.mode == LOCKSTEP_RECORD ? ConstantRows(constant_count) : nullptr;
  // These come last, because the rows above add to them.
  llvm::Constant* operands = OperandRows();
  llvm::Constant* variables = VariableRows();
  const std::uint32_t variable_count = variable_rows_.size();
  llvm::Constant* types = TypeRows();
  llvm::Constant* sites = SiteRows();
  llvm::Constant* functions = FunctionRows();

  llvm::StructType* type = Layout(context_, "LockstepUnit", "iipppppppppiiiiiiiiiqpq");
  auto* value = llvm::ConstantStruct::get(type, {Number(LOCKSTEP_ABI),
                                                 Number(whole.mode),
                                                 Text(whole.id),
                                                 Text(module_.getSourceFileName()),
                                                 sites,
                                                 types,
                                                 functions,
                                                 variables,
                                                 shared,
                                                 globals,
                                                 kernels,
                                                 Number(site_rows_.size()),
                                                 Number(types_.types().size()),
                                                 Number(function_rows_.size()),
                                                 Number(variable_count),
                                                 Number(shared_count),
                                                 Number(global_count),
                                                 Number(whole.kernels.size()),
                                                 Number(whole.shared->size),
                                                 Number(whole.modelled),
                                                 Wide(0),
                                                 operands,
                                                 Wide(operand_rows_.size())});
  auto* unit =
      new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage, value, "lockstep.unit");
  const llvm::StructLayout* layout = module_.getDataLayout().getStructLayout(type);
  static_assert(sizeof(LockstepUnit) % 8 == 0);
  auto* base = llvm::ConstantExpr::getInBoundsGetElementPtr(llvm::Type::getInt8Ty(context_), unit,
                                                            Wide(layout->getElementOffset(type->getNumElements() - 3)));
  shared_base_->replaceAllUsesWith(base);
  shared_base_->eraseFromParent();
  Register(unit, constants, constant_count);
}

}  // namespace lockstep::pass
