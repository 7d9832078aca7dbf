// From the judged result of an engine to the record of the run and the files of the evidence directory.
#pragma once

#include <string>
#include <vector>

#include "base/logger.h"
#include "base/statistics.h"
#include "engine/engine.h"
#include "evidence/evidence_writer.h"
#include "input/load.h"
#include "report/run_record.h"
#include "witness/correctness.h"

namespace pendulum::main {

/// Sets the verdict, and for true and false its grounds.
void fill_verdict(report::RunRecord& record, const input::Source& source, const engine::JudgedResult& judged);

void fill_statistics(report::RunRecord& record, const base::Statistics& statistics);

/// The names of the files below the directory, relative to it and sorted.
std::vector<std::string> files_below(const std::string& directory);

/// Writes the evidence to `directory`, with the invariants of a certificate in C. Returns the names of the
/// files there, which are none after an error.
std::vector<std::string> write_evidence(const evidence::EvidenceWriter& writer, const engine::Result& result,
                                        const std::vector<witness::WrittenInvariant>& invariants,
                                        const std::string& directory, const base::Logger& logger);

/// Writes result.json and sources.json, and adds their names to the files of the record.
void write_result(const std::string& directory, report::RunRecord& record);

}  // namespace pendulum::main
