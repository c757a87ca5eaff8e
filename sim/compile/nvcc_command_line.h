#pragma once

// Parses nvcc's command line into requests for driver.h.
//
//   Expected<NvccCommand> command = ReadNvccCommandLine({"-O3", "-arch=sm_80", "-c", "grey.cu", "-o", "grey.o"});
//
// nvcc_flags.def lists every flag. Flags without a meaning on a CPU are accepted and ignored; an unknown flag, or a
// library that Lockstep does not have, is an error that names it.

#include <functional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "sim/compile/build_request.h"

namespace lockstep::compile {

struct NvccCommand {
  enum class Action {
    kBuild,         // a program or a shared library
    kObjects,       // -c, -dc, -dw: an object for each source
    kModules,       // -ptx, -cubin, -fatbin: a module for each source
    kDeviceLink,    // -dlink: an empty object, because the host's linker links device code too
    kArchive,       // -lib
    kPreprocess,    // -E
    kHostSource,    // -cuda: the preprocessed host half
    kDependencies,  // -M, -MM
    kClean,         // -clean: removes what the same command line would make
    kVersion,
    kHelp,
    kListArchitectures,
    kListCodes,
    kToolkit,  // --lockstep-toolkit
  };

  // A makefile fragment with the files that an output depends on.
  struct Dependencies {
    bool wanted = false;  // -MD, -MMD beside a compilation
    bool system = true;   // includes the headers of the system and of Lockstep
    bool phony = false;   // -MP: an empty rule for each header, so that a missing header is no error
    std::string file;     // empty: beside the output
    std::string target;   // empty: the output
  };

  Action action = Action::kBuild;
  BuildRequest request;       // `output` is empty if the command line names none
  std::string output_folder;  // -odir
  std::string module_suffix;  // of kModules: ".ptx"
  Dependencies dependencies;
  bool run = false;  // -run: start the program after the build
  std::vector<std::string> run_arguments;
  bool verbose = false;
};

// `words` excludes the program's name; files of words (@FILE, -optf FILE) are read here.
Expected<NvccCommand> ReadNvccCommandLine(const std::vector<std::string>& words);

// Removes from `words` the compilation flags that only nvcc has (-arch, -gencode, -Xcompiler, --use_fast_math, ...),
// each with its value, and returns them. Flags that choose the product stay, and so do flags (as written, without
// `=...`) for which `is_ours` is true.
std::vector<std::string> TakeNvccFlags(std::vector<std::string>& words,
                                       const std::function<bool(const std::string&)>& is_ours);

// Every flag, one on each line, with its meaning here.
std::string NvccFlagsForPeople();

// The object that -c, or the module that -ptx, creates from `source` without -o.
std::string ObjectNameOf(const NvccCommand& command, const std::string& source);

}  // namespace lockstep::compile
