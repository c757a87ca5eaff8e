#pragma once

namespace lockstep::pass::warp {

// Modes for tests, which reach code that programs reach rarely.
struct WidenOptions {
  bool some = false;  // never run the version `all`
  bool flip = false;  // treat lanes that agree at a branch as if they parted
};

}  // namespace lockstep::pass::warp
