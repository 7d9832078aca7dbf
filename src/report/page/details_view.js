// The tab with everything else that the result contains: the options, files, statistics and times of the run.
function show_details(parent, result) {
  const add_table = (title, rows) => {
    const known = rows.filter(([, value]) => value !== undefined && value !== "" && value !== null);
    if (known.length === 0) return;
    const table = make("table", { class: "values details" }, make_section(parent, title));
    for (const [name, value] of known) {
      const row = make("tr", {}, table);
      make("th", { scope: "row" }, row, name);
      make("td", {}, row, String(value));
    }
  };
  const judge = result.judge || {}, limits = result.limits || {}, resources = result.resources || {};
  const seconds = (value) => (value === undefined ? "" : value.toFixed(2) + " s");
  const or_none = (value, unit) => (value > 0 ? `${value} ${unit}` : "none");
  add_table("Result", [["result", result.result], ["property", result.property], ["violation", result.violation],
    ["reason", result.reason], ["engine", result.engine], ["requested engine", result.requested_engine],
    ["judge", [judge.word, judge.by].filter(Boolean).join(" by ")], ["judge's reason", judge.reason]]);
  add_table("Input", [["files", (result.input_files || []).join("\n")], ["entry function", result.entry],
    ["data model", result.data_model], ["settings", (result.settings || []).join("\n")], ["seed", result.seed],
    ["time limit", or_none(limits.timeout_seconds, "s")], ["memory limit", or_none(limits.memory_mib, "MiB")],
    ["processes", limits.jobs], ["version", result.version]]);
  add_table("Resources", [["wall time", seconds(resources.wall_seconds)], ["processor time", seconds(resources.cpu_seconds)],
    ["memory", resources.peak_memory_mib === undefined ? "" : Math.round(resources.peak_memory_mib) + " MiB"]]);
  add_table("Files of the evidence", ((result.evidence || {}).files || []).filter((file) => !file.startsWith("obligations/"))
    .map((file) => [file, file_purpose(file)]));
  add_table("Objects in memory", (result.regions || []).map((text, i) => [i + 1, text]));
  add_table("Times", Object.entries(result.times || {}).map(([name, value]) => [name, seconds(value)]));
  add_table("Statistics", Object.entries(result.statistics || {}).map(([name, value]) => [name, value.toLocaleString("en")]));
}

// What a file of the evidence directory contains.
const file_purposes = {
  "program.txt": "the program that was judged", "certificate.json": "the proof", "path.json": "the counterexample path",
  "harness.c": "the inputs as C code, for the native replay", "replay.sh": "compiles and runs the program with the inputs",
  "witness.yml": "witness in format 2.0", "witness.graphml": "witness in format 1.0", "result.json": "the result as data",
  "sources.json": "the text of the source files",
};

function file_purpose(file) {
  if (file.startsWith("steps-")) return "the search of an engine as events";
  if (file.startsWith("program-")) return "the program as LLVM code, for the native replay";
  if (file.startsWith("test-suite/")) return "the inputs as a test case";
  return file_purposes[file] || " ";
}
