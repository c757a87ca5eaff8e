#include "shared/trace/step_word.h"

namespace lockstep::trace {

std::string_view Word(StepKind kind) {
  switch (kind) {
#define LOCKSTEP_STEP(name, word, text) \
  case StepKind::name: return word;
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
  }
  return "?";
}

std::string_view Meaning(StepKind kind) {
  switch (kind) {
#define LOCKSTEP_STEP(name, word, text) \
  case StepKind::name: return text;
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
  }
  return "?";
}

}  // namespace lockstep::trace
