#pragma once

// Names of library kernels whose objects are in the build cache (kernel_parts.h) and which depend on nothing but the
// precompiled headers (pass/header_kernels.cpp): clang need not even instantiate them.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "sim/compile/command_lines.h"

namespace lockstep::compile {

class KnownKernels {
 public:
  // Those of the device half that `command` compiles; nothing if it has no precompiled headers, or there is no cache.
  static std::optional<KnownKernels> Of(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit,
                                        const Command& command);

  // By mangled name: the name of the object's folder in the cache.
  using Names = std::map<std::string, std::string>;
  const Names& names() const { return names_; }
  // The next build has these, too. After any failure, it has them not.
  void Add(const Names& names, const std::function<bool()>& cancelled);

 private:
  explicit KnownKernels(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path Manifest() const { return folder_ / "manifest"; }
  std::filesystem::path List() const { return folder_ / "names"; }
  void Read();

  std::filesystem::path folder_;  // in the cache, like a program's (cache.cpp)
  Names names_;
};

}  // namespace lockstep::compile
