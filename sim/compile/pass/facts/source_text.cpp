#include "sim/compile/pass/facts/source_text.h"

namespace lockstep::pass {

SourceText source_text = nullptr;
SourceLine source_line = nullptr;

}  // namespace lockstep::pass
