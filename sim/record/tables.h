#pragma once

// In: the units' tables (sim/hooks/unit.h). Out: the same facts as a Recording's tables, with ids of the whole program.

#include <string>
#include <unordered_map>

#include "shared/trace/recording.h"
#include "sim/hooks/unit.h"

namespace lockstep::record {

class ProgramTables {
 public:
  // Adds what every unit says to `recording`.
  explicit ProgramTables(trace::Recording& recording) : recording_(recording) {}
  void AddUnit(const LockstepUnit& unit);
  bool Knows(const LockstepUnit& unit) const { return bases_.contains(&unit); }

  trace::SiteId Site(const LockstepSite* site) const;
  trace::FunctionId Function(const LockstepFunction* function) const;
  trace::VariableId Variable(const LockstepVariable* variable) const;
  // Of `unit`'s own numbering.
  trace::VariableId Variable(const LockstepUnit& unit, std::uint32_t index) const;
  trace::TypeId Type(const LockstepUnit& unit, std::uint32_t index) const;
  trace::KernelId Kernel(const LockstepUnit& unit, const LockstepKernel& kernel);

 private:
  struct Bases {
    std::uint32_t sites, types, functions, variables;
  };

  trace::FileId File(const char* path);
  void AddTypes(const LockstepUnit& unit, const Bases& bases);
  void AddOperands(const LockstepUnit& unit, const Bases& bases);
  void AddConstants(const LockstepUnit& unit, const Bases& bases);

  trace::Recording& recording_;
  std::unordered_map<const LockstepUnit*, Bases> bases_;
  std::unordered_map<std::string, trace::FileId> files_;
  std::unordered_map<const LockstepKernel*, trace::KernelId> kernels_;
};

}  // namespace lockstep::record
