#pragma once

// The errors and warnings of a compiler's output, by line of the file that was compiled.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/severity.h"

namespace lockstep::viz {

struct CompilerMark {
  std::uint32_t line = 0, column = 0;  // from 1; column 0 if it is not known
  Severity severity{};
  std::string message;
};

// Reads clang's `file:line:column: error: message` for the file of this name: the first 200 at most, and each once,
// though both halves of a CUDA program are compiled. `output` may hold any bytes.
std::vector<CompilerMark> ReadCompilerMarks(std::string_view output, std::string_view file_name);

// A line of the output for people: the file without its folder; a message, or the code and the caret under one.
struct CompilerLine {
  std::string text;
  bool is_message = false;
};
std::vector<CompilerLine> CompilerLines(std::string_view output, const std::filesystem::path& file);

}  // namespace lockstep::viz
