#pragma once

// The locations of everything that a compilation needs: clang, the plugin, the runtime, the CUDA headers.

#include <filesystem>
#include <string>

#include "shared/base/error.h"

namespace lockstep::compile {

struct Toolchain {
  std::filesystem::path clang;      // clang++-19
  std::filesystem::path linker;     // ld.lld-19
  std::filesystem::path plugin;     // lockstep-plugin.so
  std::filesystem::path library;    // the folder of liblockstep.so
  std::filesystem::path command;    // lockstep, for programs that compile kernels while they run; empty: not here
  std::filesystem::path headers;    // the CUDA headers
  std::filesystem::path publish;    // headers that programs may include, such as lockstep/publish.h
  std::filesystem::path resources;  // clang's own headers
  std::filesystem::path system;     // the system's headers that the compiler brings along (a wheel); else empty
  std::string version;              // changes whenever the compiler, the plugin, the runtime or the headers do
};

// Searches beside the running binary (built or installed), and for clang in the usual places. Errors name what is
// missing and how to install it.
Expected<Toolchain> FindToolchain();

}  // namespace lockstep::compile
