#include "viz/app/mouse_queue.h"

namespace lockstep::viz {

void MouseQueue::Take(ImGuiIO& io) {
  if (events_.empty()) return;
  io.MouseDown[ImGuiMouseButton_Left] = events_.front().is_down;
  io.MousePos = events_.front().at;
  events_.pop_front();
}

}  // namespace lockstep::viz
