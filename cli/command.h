#pragma once

// Used by every subcommand. A subcommand is one function `AddNAME(CLI::App&)` in NAME.cpp, listed in commands.h and
// called by main.cpp: it declares the flags, and registers with OnRun the action to run once they have been parsed.
//
//   void AddView(CLI::App& app) {
//     auto options = std::make_shared<Options>();
//     CLI::App* command = app.add_subcommand("view", "Look at a recording");
//     command->add_option("FILE", options->file, "the recording")->required();
//     OnRun(command, [options] { return View(*options); });
//   }

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/exit_status.h"

namespace lockstep::cli {

// `action` runs after the whole command line has been parsed without errors; its result is the exit status.
void OnRun(CLI::App* command, std::function<int()> action);
void OnRun(CLI::App* command, std::function<ExitStatus()> action);

// Prints "lockstep: MESSAGE; HINT" on standard error, notes it as the reason of a failure (failure.h) and returns
// `status`, for use as `return Complain(...)`.
ExitStatus Complain(ExitStatus status, const Error& error, const std::string& hint = "");

// Prints a compiler's messages on standard error. They quote file names and sources, so all control sequences but
// colours are made visible.
void PrintDiagnostics(const std::string& text);

// The words after `--` on the command line: the arguments of the program under study.
std::vector<std::string>& ProgramArguments();

// The flags of nvcc on the command line that `lockstep` does not have itself, with their values.
std::vector<std::string>& NvccFlags();

// `--limit SECONDS`, for commands that run a program; 0 if it is not given.
void AddLimitFlag(CLI::App& command, double& seconds);

// True if text on `stream` is coloured: it is a terminal, and NO_COLOR is not set.
bool WantsColor(std::FILE* stream);

}  // namespace lockstep::cli
