#pragma once

// nvcc's command line, read: what is to be done, as requests for driver.h.
//
//   Expected<NvccCommand> command = ReadNvccCommandLine({"-O3", "-arch=sm_80", "-c", "grey.cu", "-o", "grey.o"});
//
// nvcc_flags.def lists every flag. What has no meaning on a CPU is accepted and ignored; an unknown flag, and a library
// that Lockstep does not have, is an error that names it.

#include <functional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "sim/compile/driver.h"

namespace lockstep {

struct NvccCommand {
  enum class Action {
    kBuild,         // a program or a shared library
    kObjects,       // -c, -dc, -dw: an object for each source
    kDeviceLink,    // -dlink: an object with nothing in it, because the host's linker links device code too
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

  // A makefile fragment that names the files which an output depends on.
  struct Dependencies {
    bool wanted = false;  // -MD, -MMD beside a compilation
    bool system = true;   // with the headers of the system and of Lockstep
    bool phony = false;   // -MP: an empty rule for each header, so that one that goes missing is no error
    std::string file;     // empty: beside the output
    std::string target;   // empty: the output
  };

  Action action = Action::kBuild;
  BuildRequest request;       // `output` is empty where the command line names none
  std::string output_folder;  // -odir
  Dependencies dependencies;
  bool run = false;  // -run: the program is started at once
  std::vector<std::string> run_arguments;
  bool verbose = false;
};

// `words` come without the program's name; files of words (@FILE, -optf FILE) are read here.
Expected<NvccCommand> ReadNvccCommandLine(const std::vector<std::string>& words);

// The flags among `words` that say how to compile and are nvcc's alone (-arch, -gencode, -Xcompiler, --use_fast_math,
// ...), taken out of them, each with its value. What says what to make stays, and so do flags (as written, without
// `=...`) that `is_ours` holds for.
std::vector<std::string> TakeNvccFlags(std::vector<std::string>& words,
                                       const std::function<bool(const std::string&)>& is_ours);

// Every flag, one a line, with what becomes of it.
std::string NvccFlagsForPeople();

// The object that -c makes of `source` where no -o says otherwise.
std::string ObjectNameOf(const NvccCommand& command, const std::string& source);

}  // namespace lockstep
