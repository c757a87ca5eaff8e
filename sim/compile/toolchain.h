#pragma once

// Where the pieces are that a compilation needs: clang, the plugin, the runtime, the CUDA headers.

#include <filesystem>

#include "shared/base/error.h"

namespace lockstep {

struct Toolchain {
  std::filesystem::path clang;      // clang++-19
  std::filesystem::path linker;     // ld.lld-19
  std::filesystem::path plugin;     // lockstep-plugin.so
  std::filesystem::path library;    // the folder of liblockstep.so
  std::filesystem::path headers;    // the CUDA headers
  std::filesystem::path publish;    // what programs may include: lockstep/publish.h lies below
  std::filesystem::path resources;  // clang's own headers
};

// Looks beside the running binary (built tree or installed) and for clang on the usual places.
// Errors name what is missing and how to get it.
Expected<Toolchain> FindToolchain();

// A program on the PATH, or in /usr/bin; empty where there is none.
std::filesystem::path FindTool(const char* name);

// Changes whenever the compiler, the plugin, the runtime or the headers do.
std::string VersionOf(const Toolchain& toolchain);

}  // namespace lockstep
