#include "sim/record/tables.h"

#include <map>
#include <set>
#include <span>
#include <string_view>

#include "shared/base/shown_names.h"
#include "shared/base/source_text.h"
#include "sim/hooks/constants.h"
#include "sim/hooks/read_files.h"

namespace lockstep::record {
namespace {

constexpr std::uint32_t kNoRow = 0xffffffff;

// The sources that the compiler read. Lives until the process ends: constructors of the program fill it.
std::set<std::string_view>& ReadFiles() {
  static auto* const files = new std::set<std::string_view>;
  return *files;
}

template <class Row>
std::uint32_t Position(const Row* row, const Row* rows, std::uint32_t count) {
  return row >= rows && row < rows + count ? static_cast<std::uint32_t>(row - rows) : kNoRow;
}

// Units register before main(), and before anything of ours need be constructed.
std::map<const LockstepUnit*, std::span<const LockstepConstant>>& RegisteredConstants() {
  static auto& constants = *new std::map<const LockstepUnit*, std::span<const LockstepConstant>>;
  return constants;
}

}  // namespace

trace::FileId ProgramTables::File(const char* path) {
  if (!path || !*path) return trace::FileId::kNone;
  auto [found, is_new] = files_.try_emplace(path, trace::FileId{static_cast<std::uint32_t>(recording_.files.size())});
  // Others, which only a `#line` directive names, are known by their names alone.
  if (is_new)
    recording_.files.push_back({.path = ShownName(path), .text = ReadFiles().contains(path) ? SourceTextOf(path) : ""});
  return found->second;
}

void ProgramTables::AddTypes(const LockstepUnit& unit, const Bases& bases) {
  auto id = [&](std::uint32_t index) {
    return index == kNoRow ? trace::TypeId::kNone : trace::TypeId{bases.types + index};
  };
  for (std::uint32_t i = 0; i < unit.type_count; ++i) {
    const LockstepType& row = unit.types[i];
    const auto kind = static_cast<trace::TypeKind>(row.kind);
    trace::Type type{.kind = kind,
                     .name = row.name,
                     .size = row.size,
                     .element = id(row.element),
                     .count = kind == trace::TypeKind::kStruct ? 0 : row.count};
    for (std::uint32_t m = 0; m < row.member_count; ++m)
      type.members.push_back({row.members[m].name, id(row.members[m].type), row.members[m].offset});
    recording_.types.push_back(std::move(type));
  }
}

void ProgramTables::AddConstants(const LockstepUnit& unit, const Bases& bases) {
  for (const LockstepConstant& row : RegisteredConstants()[&unit]) {
    lockstep::trace::Constant constant{.name = row.name,
                                       .type = trace::TypeId{bases.types + row.type},
                                       .function = row.function == kNoRow
                                                       ? trace::FunctionId::kNone
                                                       : trace::FunctionId{bases.functions + row.function}};
    const std::uint64_t size = recording_.types[trace::Index(constant.type)].size;
    if (size > sizeof row.value) continue;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&row.value);
    constant.bytes.assign(bytes, bytes + size);
    recording_.constants.push_back(std::move(constant));
  }
}

void ProgramTables::AddUnit(const LockstepUnit& unit) {
  auto size = [](const auto& rows) { return static_cast<std::uint32_t>(rows.size()); };
  const Bases bases{size(recording_.sites), size(recording_.types), size(recording_.functions),
                    size(recording_.variables)};
  bases_[&unit] = bases;
  AddTypes(unit, bases);
  for (std::uint32_t i = 0; i < unit.function_count; ++i)
    recording_.functions.push_back({unit.functions[i].name, File(unit.functions[i].file), unit.functions[i].line});
  for (std::uint32_t i = 0; i < unit.site_count; ++i) {
    const LockstepSite& row = unit.sites[i];
    recording_.sites.push_back(
        {File(row.file), row.line, row.column, trace::FunctionId{bases.functions + row.function}});
  }
  for (std::uint32_t i = 0; i < unit.variable_count; ++i) {
    const LockstepVariable& row = unit.variables[i];
    recording_.variables.push_back({.name = row.name,
                                    .type = Type(unit, row.type),
                                    .kind = static_cast<trace::VariableKind>(row.kind),
                                    .function = row.function == kNoRow
                                                    ? trace::FunctionId::kNone
                                                    : trace::FunctionId{bases.functions + row.function},
                                    .file = File(row.file),
                                    .line = row.line});
  }
  AddConstants(unit, bases);
  AddOperands(unit, bases);
}

void ProgramTables::AddOperands(const LockstepUnit& unit, const Bases& bases) {
  const auto at = [](std::uint32_t base, std::uint32_t index) { return index == kNoRow ? kNoRow : base + index; };
  for (std::uint64_t i = 0; i < unit.operand_count; ++i) {
    const LockstepValueSource& row = unit.operands[i];
    recording_.operands.push_back({.site = trace::SiteId{at(bases.sites, row.site)},
                                   .kind = static_cast<trace::OperandKind>(row.kind),
                                   .moves = row.moves != 0,
                                   .begin = row.begin,
                                   .size = row.size,
                                   .offset = row.offset,
                                   .length = row.length,
                                   .parameter = trace::VariableId{at(bases.variables, row.parameter)},
                                   .variable = trace::VariableId{at(bases.variables, row.variable)},
                                   .function = trace::FunctionId{at(bases.functions, row.function)},
                                   .from = trace::SiteId{at(bases.sites, row.from)},
                                   .from_count = row.from_count,
                                   .text = row.text ? row.text : ""});
  }
}

trace::SiteId ProgramTables::Site(const LockstepSite* site) const {
  if (!site) return trace::SiteId::kNone;
  for (const auto& [unit, bases] : bases_)
    if (const std::uint32_t index = Position<LockstepSite>(site, unit->sites, unit->site_count); index != kNoRow)
      return trace::SiteId{bases.sites + index};
  return trace::SiteId::kNone;
}

trace::FunctionId ProgramTables::Function(const LockstepFunction* function) const {
  for (const auto& [unit, bases] : bases_)
    if (const std::uint32_t index = Position(function, unit->functions, unit->function_count); index != kNoRow)
      return trace::FunctionId{bases.functions + index};
  return trace::FunctionId::kNone;
}

trace::VariableId ProgramTables::Variable(const LockstepVariable* variable) const {
  for (const auto& [unit, bases] : bases_)
    if (const std::uint32_t index = Position<LockstepVariable>(variable, unit->variables, unit->variable_count);
        index != kNoRow)
      return trace::VariableId{bases.variables + index};
  return trace::VariableId::kNone;
}

trace::VariableId ProgramTables::Variable(const LockstepUnit& unit, std::uint32_t index) const {
  return index == kNoRow ? trace::VariableId::kNone : trace::VariableId{bases_.at(&unit).variables + index};
}

trace::TypeId ProgramTables::Type(const LockstepUnit& unit, std::uint32_t index) const {
  return index == kNoRow ? trace::TypeId::kNone : trace::TypeId{bases_.at(&unit).types + index};
}

trace::KernelId ProgramTables::Kernel(const LockstepUnit& unit, const LockstepKernel& kernel) {
  auto [found, is_new] =
      kernels_.try_emplace(&kernel, trace::KernelId{static_cast<std::uint32_t>(recording_.kernels.size())});
  if (!is_new) return found->second;
  trace::Kernel row{.name = kernel.pretty_name,
                    .linkage_name = kernel.name,
                    .function = trace::FunctionId{bases_.at(&unit).functions + kernel.function}};
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i)
    row.parameters.push_back(Variable(unit, kernel.parameters[i].variable));
  recording_.kernels.push_back(std::move(row));
  return found->second;
}

}  // namespace lockstep::record

void __lockstep_register_read_files(const char* const* files, std::uint64_t count) {
  lockstep::record::ReadFiles().insert(files, files + count);
}

void __lockstep_register_constants(const LockstepUnit* unit, const LockstepConstant* constants, std::uint32_t count) {
  lockstep::record::RegisteredConstants()[unit] = {constants, count};
}
