#pragma once

// The front door of jobs: what Lockstep does with a program, as functions from a request to a value. The command line,
// a debugger's adapter and scripts need this header and shared/replay's; nothing here prints, or reads a command line.
//
//   jobs::Watch watch{.on_diagnostics = Print, .cancelled = [&] { return stop.load(); }};
//   jobs::Program program{.build = {.inputs = {"grey.cu"}}, .arguments = {"photo.png"}, .in_background = true};
//   auto recorded = jobs::Record({.program = program, .settings = {.path = "grey.lstrace"}}, watch);
//   if (!recorded) return Show(recorded.error().message, recorded.error().diagnostics);
//
// A job runs on the thread that calls it and returns when all that it has started has ended. Several may run at once,
// on a thread each, where their programs are in the background. Processes, environment variables (LOCKSTEP_*), retries
// and scratch files are theirs. What goes wrong is a Failure (job.h); what a program does wrong by itself is part of
// the value. Times are in seconds, budgets in steps and bytes.

#include "jobs/build.h"
#include "jobs/check.h"
#include "jobs/compare.h"
#include "jobs/grade.h"
#include "jobs/record.h"
#include "jobs/run.h"
