#pragma once

// The order in which the recording's steps are shown (shared/replay/view_order.h). The steps are put into it on a
// thread of their own. What outlasts the order is kept in that of the recording: bookmarks, addresses.

#include <memory>
#include <string>

#include "shared/replay/directions.h"
#include "shared/replay/view_order.h"
#include "viz/model/background.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

// The recording in another order, and its model.
struct OrderedModel {
  std::unique_ptr<replay::Model> model;
  std::shared_ptr<const replay::StepOrder> steps;
};

struct OrderView {
  replay::ViewOrder wanted = replay::ViewOrder::kRecorded;  // by the user
  std::shared_ptr<const replay::StepOrder> shown;           // null: as recorded
  Background<Expected<OrderedModel>> work;
  std::string problem;  // why the order that was wanted last cannot be shown: a sentence
};

// Puts the model, which shows the recorded order, into that order.
void BeginOrder(const replay::Model& recorded, OrderView& view, replay::ViewOrder order);

// Shows the arrays of the launch that both models are in with the types that they are shown as in `from`. No work reads
// the recording of `to`.
void ShowSameElements(const replay::Model& from, replay::Model& to);

// The same place in the recorded order, or in the one that is shown.
replay::Cursor InRecordedOrder(const Desk& desk, replay::Cursor place);
replay::Cursor InShownOrder(const Desk& desk, replay::Cursor place);
// Of directions to a step of that launch.
replay::Directions InShownOrder(const Desk& desk, std::uint32_t launch, replay::Directions to);

// The choice as a menu that says which order is shown.
void DrawOrderMenu(Desk& desk, ImVec2 at, float width);
// How far the order is, or why it cannot be shown; empty if there is nothing to say.
std::string OrderSays(const Desk& desk);

extern const Panel kOrder;

}  // namespace lockstep::viz
