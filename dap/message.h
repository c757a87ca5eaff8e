#pragma once

// Messages of the Debug Adapter Protocol as bytes: a header with the length, an empty line, JSON.
// https://microsoft.github.io/debug-adapter-protocol/overview#base-protocol

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "shared/base/error.h"

namespace lockstep::dap {

using Json = nlohmann::json;

std::string FormatMessage(const Json& message);

// Takes bytes as they come and gives whole messages. After an Error nothing more can be read: where the next message
// begins is not known.
class MessageReader {
 public:
  static constexpr std::size_t kLongestHeader = 4096, kLongestMessage = std::size_t{16} << 20;  // bytes

  void Add(std::string_view bytes) { bytes_ += bytes; }
  // The next message; nothing if more bytes are needed. The Error says what is wrong with the header or the JSON.
  Expected<std::optional<Json>> Next();

 private:
  std::string bytes_;
};

}  // namespace lockstep::dap
