#pragma once

namespace lockstep::api {

// The place where the program called the API. It walks the stack: for errors, which are rare, so that every call need
// not pass its place on.
const void* FindProgramCaller();

}  // namespace lockstep::api
