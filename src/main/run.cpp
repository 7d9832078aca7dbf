#include "main/run.h"

#include <fmt/core.h>
#include <signal.h>

#include <exception>
#include <iostream>

#include "base/error.h"
#include "campaign/campaign.h"
#include "engine/registry/registry.h"
#include "frontend/frontend.h"
#include "main/command_line/command_line.h"
#include "main/command_line/exit_code.h"
#include "main/command_line/failure.h"
#include "main/encode.h"
#include "main/engines.h"
#include "main/interpolate.h"
#include "main/models.h"
#include "main/report.h"
#include "main/verify/verify.h"
#include "main/verify/verify_on_slurm.h"

namespace pendulum::main {

namespace {

struct Dispatch {
  base::Clock::time_point start;

  int operator()(const VerifyOptions& options) const {
    if (options.on == VerifyOptions::On::Slurm)
      return run_verify_on_slurm(options, engine::make_registry(), start);
    return run_verify(options, engine::make_registry(), start);
  }
  int operator()(const EncodeOptions& options) const { return run_encode(options, start); }
  int operator()(const InterpolateOptions& options) const { return run_interpolate(options, start); }
  int operator()(const ReportOptions& options) const { return run_report(options); }
  int operator()(const campaign::BenchOptions& options) const {
    std::vector<std::string> known;
    const engine::Registry registry = engine::make_registry();
    for (const engine::Descriptor& descriptor : registry.all()) known.push_back(descriptor.key);
    return campaign::run_bench(options, known);
  }
  int operator()(const campaign::WorkOptions& options) const { return campaign::work(options); }
  int operator()(const MemberOptions& options) const {
    return run_member(options, engine::make_registry(), start);
  }
  int operator()(const EnginesOptions&) const {
    print_engines(std::cout, engine::make_registry());
    return 0;
  }
  int operator()(const ModelsOptions& options) const {
    print_models(std::cout, options);
    return 0;
  }
  int operator()(const Answer& answer) const {
    (answer.exit_code == 0 ? std::cout : std::cerr) << answer.text << std::flush;
    return answer.exit_code;
  }
};

}  // namespace

int run(int argc, const char* const* argv) {
  const auto start = base::Clock::now();
  ::signal(SIGPIPE, SIG_IGN);  // a closed standard output must not prevent the cleanup
  try {
    return std::visit(Dispatch{start}, parse_command_line(argc, argv));
  } catch (const base::UsageError& error) {
    return complain(error.what(), exit_usage);
  } catch (const base::InputError& error) {
    return complain(error.what(), exit_input);
  } catch (const std::exception& error) {
    return complain(error.what(), exit_internal);
  }
}

}  // namespace pendulum::main
