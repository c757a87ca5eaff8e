#include "viz/panels/order.h"

#include <fmt/format.h>

#include <vector>

#include "shared/base/must.h"
#include "shared/replay/view_as.h"
#include "viz/panels/controls.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

using replay::ViewOrder;

constexpr ViewOrder kOrders[] = {ViewOrder::kRecorded, ViewOrder::kWarpsInTurn, ViewOrder::kBlocksSideBySide};

void Want(Desk& desk, ViewOrder order) {
  OrderView& view = desk.Of<OrderView>();
  view.wanted = order;
  view.problem.clear();
}

void WantNext(View& view, std::size_t) {
  const auto next = (static_cast<std::size_t>(view.desk.Of<OrderView>().wanted) + 1) % std::size(kOrders);
  Want(view.desk, kOrders[next]);
}

// An array that is shown with elements of another type.
struct SeenArray {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::size_t choice = 0;
};

// The recording as its file has it, and what its arrays were shown as.
trace::Recording Original(const replay::Model& model, std::vector<SeenArray>& seen) {
  trace::Recording recording = model.recording();
  // False if it is shown as it was recorded.
  const auto restore = [&](trace::ObjectId id, trace::Object& object) {
    const replay::Model::SeenAs* as = model.SeenAsOther(id);
    if (!as) return false;
    seen.push_back({id, as->choice});
    object.element = as->element;
    object.shape = as->shape;
    return true;
  };
  for (std::uint32_t i = 0; i < recording.objects.size(); ++i) restore(trace::ObjectId{i}, recording.objects[i]);
  trace::Objects& of_launch = recording.launches[model.launch_place()].objects;
  for (const std::uint32_t i : of_launch.shared())
    if (trace::Object object = of_launch[i].Copy(); restore(trace::ObjectId{i | trace::kLaunchObjectBit}, object))
      of_launch.Change(i, object);
  return recording;
}

}  // namespace

void BeginOrder(const replay::Model& recorded, OrderView& view, ViewOrder order) {
  const std::uint32_t launch = recorded.launch_place();
  view.work.Begin(recorded, [order, launch](replay::Model& fork, query::Progress& progress) -> Expected<OrderedModel> {
    fork.MoveTo(launch, 0);
    std::vector<SeenArray> seen;
    auto ordered = replay::InOrder(Original(fork, seen), order, [&](float share) {
      progress.share = share;
      return !progress.stop;
    });
    if (!ordered) return std::unexpected(ordered.error());
    OrderedModel result{.model = std::make_unique<replay::Model>(std::move(ordered->recording)),
                        .steps = std::make_shared<replay::StepOrder>(std::move(ordered->steps))};
    result.model->MoveTo(launch, 0);
    for (const SeenArray& array : seen)
      if (replay::ElementOf(*result.model, array.object) != array.choice)
        replay::ViewAs(*result.model, array.object, array.choice);
    return result;
  });
}

void ShowSameElements(const replay::Model& from, replay::Model& to) {
  MUST(from.launch_place() == to.launch_place(), "the arrays are those of one launch");
  const auto take = [&](trace::ObjectId object) {
    const auto choice = replay::ElementOf(from, object);
    if (replay::ElementOf(to, object) != choice) replay::ViewAs(to, object, choice);
  };
  for (std::uint32_t i = 0; i < from.recording().objects.size(); ++i) take(trace::ObjectId{i});
  for (const std::uint32_t i : from.launch().objects.shared()) take(trace::ObjectId{i | trace::kLaunchObjectBit});
}

replay::Cursor InRecordedOrder(const Desk& desk, replay::Cursor place) {
  if (const auto& shown = desk.Of<OrderView>().shown) place.step = shown->ToRecorded(place.launch, place.step);
  return place;
}

replay::Cursor InShownOrder(const Desk& desk, replay::Cursor place) {
  if (const auto& shown = desk.Of<OrderView>().shown) place.step = shown->ToShown(place.launch, place.step);
  return place;
}

replay::Directions InShownOrder(const Desk& desk, std::uint32_t launch, replay::Directions to) {
  if (const auto& shown = desk.Of<OrderView>().shown) to.step = shown->ToShown(to.launch.value_or(launch), to.step);
  return to;
}

void DrawOrderMenu(Desk& desk, ImVec2 at, float width) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ViewOrder order : kOrders) all.emplace_back(replay::NameOf(order));
    return all;
  }();
  const auto now = static_cast<int>(desk.Of<OrderView>().wanted);
  const int chosen = DrawMenu(desk, "order", at, width, names, now);
  if (chosen != now) Want(desk, kOrders[chosen]);
}

std::string OrderSays(const Desk& desk) {
  const OrderView& view = desk.Of<OrderView>();
  if (!view.problem.empty()) return "As recorded: " + view.problem + ".";
  if (view.work.is_running())
    return fmt::format("Still as recorded; {}: {:.0f} %", replay::NameOf(view.wanted), view.work.share() * 100);
  if (view.shown)
    return fmt::format("Shown with {}: an order that is as true as the recorded one",
                       replay::NameOf(view.shown->order));
  return "";
}

const Panel kOrder{
    .name = "order",
    .place = PanelPlace::kNowhere,
    .group = "Time",
    .keys = {{{"J"}, "the order of the steps: as recorded, warps in turn, blocks side by side", WantNext}}};

}  // namespace lockstep::viz
