#pragma once

#include "shared/base/error.h"

namespace lockstep::dap {

// Serves one editor over two file descriptors until it disconnects or closes its end. The Error says what was not a
// message of the protocol.
Expected<void> Serve(int input, int output);

}  // namespace lockstep::dap
