// The page: tabs, colours, and the keys of the tab in sight.
(function () {
  const data = JSON.parse(by_id("data").textContent), result = data.result;
  const tabs = ["program", "search", "run"];
  const views = {};  // tab -> object with `keys`
  let shown = "program";

  // Sources of old evidence directories are only in the recordings.
  const sources = data.sources.length > 0 ? data.sources : (data.recordings[0] || { sources: [] }).sources;
  let trace = null;
  const source = new SourceView(by_id("source"), sources, (file, line) => { if (trace) trace.next_at(file, line); });
  const go_to = (place) => { show_tab("program"); source.highlight([place], "", "visited"); };
  const verdict = new VerdictView(data, source, go_to, (number) => show_counterexample(result.checks[number], data.check_folds[number]));

  function show_header() {
    const name = { true: "true", false: "false", unknown: "unknown" }[result.verdict] || "";
    by_id("verdict").textContent = name ? `${name}${result.verdict === "unknown" ? "" : `(${result.property})`}` : "no verdict";
    by_id("verdict").className = "pill " + name;
    by_id("verdict").title = result.result || "";
    if (result.verdict) verdict.add_text(by_id("headline"), verdict.headline());
    document.title = `Pendulum: ${name} ${(result.input_files || []).join(" ")}`;
  }

  function show_program() {
    const left = by_id("left-pane"), right = by_id("right-pane");
    document.body.dataset.verdict = result.verdict || "";
    verdict.add_notes();
    const first = verdict.first_explained_check();
    const shown_result = first === null ? result : result.checks[first];
    const has_steps = result.verdict === "false" && ((shown_result.trace && shown_result.trace.steps.length > 0) || (result.path || []).length > 0);
    by_id("left-title").textContent = { true: "Proof", unknown: "Why unknown" }[result.verdict] || "Counterexample";
    by_id("right-title").textContent = has_steps ? "State" : result.verdict === "unknown" ? "Next steps" : "Basis";
    if (!has_steps || (result.checks || []).length > 0) verdict.show_left(has_steps ? by_id("left-top") : left);
    if (has_steps) {
      show_counterexample(shown_result, first === null ? data.folds : data.check_folds[first]);
      verdict.select_check(first);
    } else {
      verdict.show_right(right);
    }
    if (source.file === undefined && sources.length > 0) source.show(first_file());
  }

  // Shows the steps of the result, or of one of its checks.
  function show_counterexample(owner, folds) {
    const left = by_id("left-pane"), right = by_id("right-pane");
    left.replaceChildren();
    right.replaceChildren();
    const model = new TraceModel(owner, folds, (file, line) => source.text_of(file, line));
    source.set_executed(model.steps);
    trace = new TraceView(model, source, left, right);
    views.program = trace;
    trace.go_to(0);
  }

  // The file that is shown first: that of the first note, or the first input file.
  function first_file() {
    const noted = [...source.notes.keys()][0];
    return noted || source.name_of((result.input_files || [])[0] || "") || sources[0].file;
  }

  function show_tab(name) {
    shown = name;
    for (const tab of tabs) {
      by_id(tab + "-tab").setAttribute("aria-selected", String(tab === name));
      by_id(tab + "-tab").tabIndex = tab === name ? 0 : -1;
      by_id(tab).hidden = tab !== name;
    }
    if (name === "search" && !views.search) views.search = make_search_view(data.recordings);
  }

  function make_tabs() {
    for (const tab of tabs)
      by_id(tab + "-tab").addEventListener("click", (event) => {
        show_tab(tab);
        if (event.detail > 0) event.target.blur();  // after a click by mouse, the arrow keys step through the view
      });
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      show_tab(tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length]);
      by_id(shown + "-tab").focus();
    });
  }

  // The colours follow the system until the user chooses others. A page from a file may have no storage.
  function make_theme() {
    const root = document.documentElement, key = "pendulum-theme";
    const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const store = (action) => { try { return action(localStorage); } catch { return null; } };
    const remembered = store((storage) => storage.getItem(key));
    if (remembered) root.dataset.theme = remembered;
    by_id("theme").addEventListener("click", () => {
      const wanted = (root.dataset.theme || system()) === "dark" ? "light" : "dark";
      if (wanted === system()) {
        delete root.dataset.theme;
        store((storage) => storage.removeItem(key));
      } else {
        root.dataset.theme = wanted;
        store((storage) => storage.setItem(key, wanted));
      }
    });
  }

  function make_keys() {
    document.addEventListener("keydown", (event) => {
      const target = event.target;
      if (event.altKey || event.ctrlKey || event.metaKey || target.tagName === "SELECT" || target.type === "range") return;
      const is_control = ["BUTTON", "INPUT"].includes(target.tagName);
      if (is_control && (event.key === " " || event.key === "Enter")) return;  // these keys press the button
      const action = views[shown] && views[shown].keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  show_header();
  make_tabs();
  make_theme();
  make_keys();
  by_id("search-tab").title = data.recordings.length > 0 ? "plays back the search of " + data.recordings.map((each) => each.engine).join(", ")
    : "no engine of this run recorded its search";
  show_program();
  show_details(by_id("run-body"), result);
  show_tab("program");
})();
