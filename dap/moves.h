#pragma once

// The moments to which a debugger's commands lead in a recording, forwards and backwards. All are of one thread of the
// current launch and start from the model's moment; the results are moments just after a step.

#include <optional>
#include <vector>

#include "shared/replay/replay.h"

namespace lockstep::dap {

enum class Step { kOver, kIn, kOut };

// kOver: the next line of the thread in the same function, or in one that called it. kIn: its next line. kOut: its next
// line in a function that called this one. Its end, if there is no such line. Backwards, kOver is the line that the
// thread was on before, not inside the functions that this line called. None if nothing is left in that direction.
std::optional<replay::Position> NextOf(const replay::Model& model, replay::ThreadSlot thread, Step step,
                                       replay::Direction direction);

// The moment at which the frame (0: the kernel) began.
replay::Position BeginOfFrame(const replay::Model& model, replay::ThreadSlot thread, std::size_t frame);

// The thread's visits of the line, each as the moment at which it has come there.
std::vector<replay::Position> VisitsOf(const replay::Model& model, replay::ThreadSlot thread, replay::Line line);

}  // namespace lockstep::dap
