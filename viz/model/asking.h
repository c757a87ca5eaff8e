#pragma once

// Questions that are answered on a thread of their own.

#include "viz/model/answer.h"
#include "viz/model/background.h"

namespace lockstep::viz {

class Asking : public Background<Expected<Answer>> {
 public:
  // Withdraws the question before it, if any.
  void Begin(const replay::Model& model, query::Query query, const replay::Cursor& at);
};

}  // namespace lockstep::viz
