#include "shared/base/environment.h"

#include <unistd.h>

#include <map>
#include <string>
#include <string_view>

namespace lockstep {
namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

// Never destroyed: a program's own destructors may still call the runtime.
const Variables& AtStart() {
  static const Variables* const variables = [] {
    auto* read = new Variables;
    for (char** entry = environ; entry && *entry; ++entry) {
      const std::string_view text = *entry;
      if (const std::size_t equals = text.find('='); equals != text.npos)
        read->emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return read;
  }();
  return *variables;
}

[[gnu::constructor]] void ReadAtStart() { AtStart(); }

}  // namespace

const char* VariableAtStart(const char* name) {
  const auto found = AtStart().find(name);
  return found == AtStart().end() ? nullptr : found->second.c_str();
}

}  // namespace lockstep
