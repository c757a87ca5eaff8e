#pragma once

// Every subcommand of `lockstep`, each in the file of its name.

namespace CLI {
class App;
}

namespace lockstep::cli {

void AddTrace(CLI::App& app);    // trace info, trace dump

}  // namespace lockstep::cli
