// The order of the steps that is shown, and what is kept when it changes.

#include <utility>

#include "viz/app/screen.h"
#include "viz/panels/arrays.h"
#include "viz/panels/bookmarks.h"
#include "viz/panels/order.h"
#include "viz/panels/query_view.h"

namespace lockstep::viz {

void Screen::FollowOrder() {
  if (!model_) return;
  OrderView& view = desk_.Of<OrderView>();
  TakeOrder();
  const replay::ViewOrder shown = view.shown ? view.shown->order : replay::ViewOrder::kRecorded;
  if (view.wanted == shown) return view.work.Cancel();
  if (view.wanted == replay::ViewOrder::kRecorded) return ShowRecordedOrder();
  if (scene_.reading && !scene_.reading->empty()) {
    view.problem = "the recording is still being read";
    view.wanted = shown;
    return;
  }
  if (view.work.is_running() && order_begun_ == view.wanted) return;
  order_begun_ = view.wanted;
  BeginOrder(recorded_ ? *recorded_ : *model_, view, view.wanted);
  view.work.WaitABit();
  TakeOrder();
}

void Screen::TakeOrder() {
  auto done = desk_.Of<OrderView>().work.Take();
  if (!done) return;
  if (*done) return ShowOrder(std::move(**done));
  desk_.Of<OrderView>().problem = done->error().message;
  desk_.Of<OrderView>().wanted = replay::ViewOrder::kRecorded;
}

void Screen::ShowOrder(OrderedModel ordered) {
  ShowRecordedOrder();
  if (ordered.model->launch_place() == model_->launch_place()) ShowSameElements(*model_, *ordered.model);
  desk_.Of<OrderView>().shown = std::move(ordered.steps);
  recorded_ = std::move(model_);
  model_ = std::move(ordered.model);
  static_cast<replay::Cursor&>(selection_) = InShownOrder(desk_, selection_);
  places_.Move([&](const replay::Cursor& place) { return InShownOrder(desk_, place); });
  model_->MoveTo(selection_);
  ForgetOrdered();
}

void Screen::ShowRecordedOrder() {
  desk_.Of<OrderView>().work.Cancel(), order_begun_.reset();
  if (!recorded_) return;
  static_cast<replay::Cursor&>(selection_) = InRecordedOrder(desk_, selection_);
  places_.Move([&](const replay::Cursor& place) { return InRecordedOrder(desk_, place); });
  desk_.Of<OrderView>().shown.reset();
  StopReaders(desk_);
  recorded_->MoveTo(model_->launch_place(), 0);
  ShowSameElements(*model_, *recorded_);
  model_ = std::move(recorded_);
  model_->MoveTo(selection_);
  ForgetOrdered();
}

// Visited places and bookmarks are the same ones in any order.
void Screen::ForgetOrdered() {
  PlaceHistory places = std::move(places_);
  BookmarksView bookmarks = std::move(desk_.Of<BookmarksView>());
  const std::string asked = desk_.Of<QueryView>().answer ? desk_.Of<QueryView>().asked : "";
  ForgetDrawn();
  places_ = std::move(places);
  desk_.Of<BookmarksView>() = std::move(bookmarks);
  if (!asked.empty()) Ask(asked);
}

}  // namespace lockstep::viz
