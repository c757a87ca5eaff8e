#include "viz/model/asking.h"

namespace lockstep::viz {

void Asking::Begin(const replay::Model& model, query::Query query, const replay::Cursor& at) {
  Background::Begin(model, [query = std::move(query), at](replay::Model& fork, query::Progress& progress) {
    fork.MoveTo(at);
    return AnswerTo(fork, query, at, &progress);
  });
}

}  // namespace lockstep::viz
