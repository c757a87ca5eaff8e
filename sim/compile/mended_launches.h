#pragma once

// Launches in device code, rewritten for clang, which allows launches in host code only: each becomes the body of a
// lambda, because a lambda in device code counts as both, and sim/compile/pass/front/launch_diagnostics.cpp accepts it
// there. sim/compile/pass/unit/device_launches.h makes it part of the code around it again.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::compile {

// Text to insert before the offset `begin` and before `end`.
struct Wrapping {
  std::size_t begin = 0, end = 0;
  std::string_view before, after;
};

// The launch whose kernel is named at `at`, or else the kernel's name that stands there alone (it is passed to a
// function). Nothing where it cannot be rewritten, or has been already.
std::optional<Wrapping> WrapLaunch(const std::string& text, std::size_t at);
std::optional<Wrapping> WrapLaunchOrName(const std::string& text, std::size_t at);

}  // namespace lockstep::compile
