#pragma once

#include <functional>

#include "dap/message.h"

namespace lockstep::dap {

// The editor's side.
struct Editor {
  std::function<void(const Json&)> send;
  // Asked for while a program is built and recorded: true if the editor has given up meanwhile.
  std::function<bool()> has_left;
};

}  // namespace lockstep::dap
