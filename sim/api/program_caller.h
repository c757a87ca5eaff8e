#pragma once

namespace lockstep::api {

// Where the program called the API. It walks the stack: for errors, which are rare, so that every call need not pass
// its place on.
const void* FindProgramCaller();

}  // namespace lockstep::api
