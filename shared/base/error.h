#pragma once

#include <expected>
#include <string>

namespace lockstep {

// Bad input, described by one sentence that names the file, the line or the flag.
struct Error {
  std::string message;
};

template <class T>
using Expected = std::expected<T, Error>;

inline std::unexpected<Error> Fail(std::string message) { return std::unexpected(Error{std::move(message)}); }

}  // namespace lockstep
