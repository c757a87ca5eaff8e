#pragma once

#include <string>

#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::pass {

// During its lifetime, a crash report names what the plugin was working on; the driver searches for these words.
class WorkingOn : public llvm::PrettyStackTraceEntry {
 public:
  WorkingOn(llvm::StringRef kind, llvm::StringRef name) : kind_(kind.str()), name_(name.str()) {}
  void print(llvm::raw_ostream& out) const override {
    out << "Lockstep's plugin was working on " << kind_ << " `" << llvm::demangle(name_) << "`\n";
  }

 private:
  std::string kind_, name_;  // copies, because the named object may not exist any more
};

}  // namespace lockstep::pass
