#pragma once

// Warp operations on matrices (mma.h, PTX's mma): lanes that are missing, lanes that name different matrices, and
// matrices whose address or pitch a GPU does not take.

#include "sim/inspect/context.h"
#include "sim/launch/observer.h"

namespace lockstep::inspect {

class MatrixCheck {
 public:
  explicit MatrixCheck(CheckContext& context) : context_(context) {}

  // All lanes that can come have come.
  void Uses(launch::ThreadRun& thread, const launch::MatrixUse& use);

 private:
  void ReportPlace(launch::ThreadRun& thread, const launch::MatrixUse& use, std::string fact, std::string hint);
  void ReportLanes(launch::ThreadRun& thread, std::string fact, std::string hint);

  CheckContext& context_;
};

}  // namespace lockstep::inspect
