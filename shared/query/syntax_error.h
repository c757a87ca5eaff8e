#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include "shared/base/error.h"

namespace lockstep::query {

// A text that does not parse. The message has two more lines if there is a place: the text, and a caret under it.
struct SyntaxError : Error {
  std::optional<std::size_t> at;                         // the byte of the text where it stops making sense
  SyntaxError(Error error) : Error(std::move(error)) {}  // NOLINT(google-explicit-constructor): as Fail returns it
  SyntaxError(std::string text, std::size_t place) : Error{std::move(text)}, at(place) {}

  // The message's first line.
  std::string Sentence() const { return message.substr(0, message.find('\n')); }
};

template <class T>
using Parsed = std::expected<T, SyntaxError>;

}  // namespace lockstep::query
