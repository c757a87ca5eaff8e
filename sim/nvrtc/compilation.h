#pragma once

// The compilation of a text that a program has in its memory.

#include <map>
#include <string>
#include <vector>

#include "sim/toolkit/nvrtc.h"

namespace lockstep::nvrtc {

struct Header {
  std::string name;  // as #include writes it: "vec/add.h"
  std::string text;
};

struct CompileRequest {
  std::string text;
  std::string name;  // of the file, in messages
  std::vector<Header> headers;
  std::vector<std::string> expressions;  // whose linkage names are wanted
  std::vector<std::string> options;      // NVRTC's own
};

struct Compilation {
  nvrtcResult result = NVRTC_SUCCESS;
  std::string log;                           // what the compiler says; may be empty
  std::string module;                        // empty if it fails
  std::map<std::string, std::string> names;  // linkage names by expression
};

// Blocks until the compiler has ended. Its files stay until this process ends, because recordings show the text.
Compilation Compile(const CompileRequest& request);

}  // namespace lockstep::nvrtc
