// What the page shows besides the steps of a counterexample: the headline, the invariants of a proof, what
// blocks an unknown verdict, and the notes in the source.

// Describes marks of the result (doc/json.md) for the list of blockers and for the notes in the source.
const mark_texts = {
  unsupported: (mark) => ["has to be excluded", mark.text],
  external: (mark) => ["undefined function", `${mark.text}() returns an arbitrary value`],
  havoc: (mark) => ["arbitrary", `an object that ${mark.text || "the call"} may have changed`],
  loop: () => ["loop", "no invariant was found"],
};

// Describes the conjuncts of an invariant that have no form in C.
const left_out_text = (invariant) => (invariant.expression ? `and ${plural(invariant.left_out, "conjunct")} without a form in C`
  : "has no form in C") + (invariant.formulas && invariant.formulas.length > 0 ? `: ${invariant.formulas.join(", ")}` : "");

class VerdictView {
  // `go_to` shows a place in the source, `show_steps` the counterexample of the check with the given number.
  constructor(data, source, go_to, show_steps) {
    this.show_steps = show_steps;
    this.cards = new Map();  // number of a check -> its card
    this.result = data.result;
    this.invariants = data.invariants || [];
    this.source = source;
    this.go_to = go_to;
    this.is_about_c = (this.result.input_files || []).some((file) => /\.[ci]$/.test(file));
  }

  // One sentence for the verdict.
  headline() {
    const { verdict, violation, reason, engine, judge, trace } = this.result;
    const by = judge && judge.by ? `; checked by ${judge.by}` : "";
    const checks = this.result.checks || [], violated = checks.filter((check) => check.status === "violated").length;
    if (verdict === "false" && checks.length > 1) return `${violated} of ${checks.length} checks are violated.`;
    if (verdict === "true") return `No execution violates the property. Proved by ${engine}${by}.`;
    if (verdict === "unknown") return `Neither proved nor refuted: ${reason || "no reason is known"}.`;
    const last = trace && trace.steps.length > 0 ? trace.steps[trace.steps.length - 1] : null;
    return (last && trace.violation.text ? `${trace.violation.text}, at ${last.file}:${last.line}` : violation || "") +
      `. Found by ${engine}${by}.`;
  }

  add_text(parent, text) { add_linked_text(parent, text, this.source.files(), this.go_to); }

  // The notes of the source. They have to be added before the source is shown.
  add_notes() {
    for (const each of this.invariants)
      if (!this.is_false(each.expression))
        this.source.add_note(each.file, each.line, { kind: "invariant", label: "invariant", text: each.expression || left_out_text(each) });
    for (const place of this.unreachable())
      this.source.add_note(place.file, place.line, { kind: "unreachable", label: "never reached", text: place.text || "" });
    if (this.result.verdict === "unknown") {
      for (const blocker of this.blockers())
        this.source.add_note(blocker.file, blocker.line, { kind: blocker.kind, label: blocker.label, text: blocker.text });
    }
    for (const check of this.result.checks || [])
      this.source.add_note(check.file, check.line, { kind: check.status, text: check.text,
        label: { proved: "excluded", violated: "violated", unknown: "open" }[check.status] });
    const steps = (this.result.trace || { steps: [] }).steps;
    if (this.result.verdict === "false" && steps.length > 0 && (this.result.checks || []).length === 0) {
      const last = steps[steps.length - 1];
      this.source.add_note(last.file, last.line, { kind: "violated", label: "violated", text: this.result.trace.violation.text });
    }
  }

  is_false(expression) { return /^\(*0\)*$/.test(expression.trim()); }

  // Places that no execution reaches.
  unreachable() {
    return (this.result.unreachable || []).concat(this.invariants.filter((each) => this.is_false(each.expression)));
  }

  marks_of(kind) { return (this.result.marks || []).filter((mark) => mark.kind === kind); }

  // What blocks a verdict, with the most important kind first. Loops with an invariant do not block.
  blockers() {
    const blockers = [];
    const add = (kind, place, label, text) => {
      const is_known = blockers.some((each) => each.kind === kind && each.file === place.file && each.line === place.line);
      if (!is_known) blockers.push({ kind, file: place.file, line: place.line, label, text });
    };
    const reason = this.result.reason || "";
    if (reason.startsWith("unsupported"))
      for (const part of split_at_places(reason, this.source.files()))
        if (typeof part !== "string") add("unsupported", part, "unsupported", reason.replace(/^unsupported: /, "").replace(/ at \S+:\d+$/, ""));
    // A proof has to show that constructs without a model are not reached.
    for (const kind of ["external", "havoc", "loop", "unsupported"])
      for (const mark of this.marks_of(kind)) {
        if (kind === "unsupported" && blockers.some((each) => each.kind === kind && each.file === mark.file && each.line === mark.line)) continue;
        const has_invariant = kind === "loop" && this.invariants.some((each) => each.file === mark.file && each.line === mark.line);
        if (!has_invariant) add(kind === "unsupported" ? "to-exclude" : kind, mark, ...mark_texts[kind](mark));
      }
    return blockers;
  }

  // ---- the pane at the left ----------------------------------------------------------------------------------

  show_left(parent) {
    if ((this.result.checks || []).length > 0) this.show_checks(parent);
    if (this.result.verdict === "true") this.show_invariants(parent);
    if (this.result.verdict === "unknown") this.show_blockers(parent);
  }

  make_card(parent, kind, place, label, text) {
    const card = make("button", { class: "card " + kind, type: "button" }, parent);
    const head = make("span", { class: "card-head" }, card);
    make("span", { class: "label" }, head, label);
    if (place.line) make("span", { class: "where" }, head, `${place.function ? place.function + ", " : ""}${base_name(place.file)}:${place.line}`);
    if (text) make("span", { class: "body" }, card, text);
    card.addEventListener("click", () => this.go_to(place));
    return card;
  }

  show_checks(parent) {
    const checks = this.result.checks, section = make_section(parent, "Checks", checks.length);
    for (const number of checks.map((_, i) => i).sort((a, b) => this.rank(checks[a]) - this.rank(checks[b]) || a - b)) {
      const check = checks[number];
      const card = this.make_card(section, check.status, check, `${check.status} · ${check.property}`, check.text);
      this.cards.set(number, card);
      if (this.is_explained(check)) {
        card.title = "shows the steps of this counterexample";
        card.addEventListener("click", () => { this.show_steps(number); this.select_check(number); });
      } else if (check.status === "violated" && check.evidence) {
        make("span", { class: "hint" }, card, `steps: pendulum report ${check.evidence}`);
      }
    }
  }

  is_explained(check) { return Boolean(check.trace && check.trace.steps.length > 0); }

  // The number of the first check with a counterexample, or null.
  first_explained_check() {
    const number = (this.result.checks || []).findIndex((check) => this.is_explained(check));
    return number < 0 ? null : number;
  }

  select_check(number) {
    for (const [other, card] of this.cards) card.setAttribute("aria-pressed", String(other === number));
  }

  rank(check) { return ["violated", "unknown", "proved"].indexOf(check.status); }

  show_invariants(parent) {
    this.show_list(parent, "Why the property holds", this.result.proof, "");
    const section = make_section(parent, "Invariants", this.invariants.length);
    const note = this.proof_note();
    if (note) make("p", { class: "message" }, section, note);
    for (const each of this.invariants) {
      if (this.is_false(each.expression)) continue;
      const loop = this.marks_of("loop").some((mark) => mark.file === each.file && mark.line === each.line);
      const card = this.make_card(section, "invariant", each, loop ? "loop" : "invariant", "");
      if (each.expression) card.appendChild(this.conjuncts(each.expression));
      if (each.left_out > 0) make("span", { class: "hint" }, card, left_out_text(each));
    }
    const rest = this.marks_of("loop").filter((mark) => !this.invariants.some((each) => each.file === mark.file && each.line === mark.line));
    for (const mark of rest) this.make_card(section, "plain", mark, "loop", "its invariant has no form in C, or the proof needs none");
    this.show_unreachable(parent);
  }

  // Why there may be no invariants.
  proof_note() {
    if (this.invariants.length > 0) return "Each expression holds whenever an execution arrives at the line.";
    if (!this.is_about_c) return "The proof is in the file certificate.json: invariants are only shown for C programs.";
    if (this.marks_of("loop").length === 0) return "The program has no loops, so the proof needs no invariant.";
    return "The proof contains no invariant with a form in C, for example because all loops were unwound completely.";
  }

  show_unreachable(parent) {
    const places = this.unreachable();
    if (places.length === 0) return;
    const section = make_section(parent, "Never reached", places.length);
    for (const place of places) this.make_card(section, "unreachable", place, "no execution arrives here", place.text || "");
  }

  // The conjuncts of a C expression, one per line.
  conjuncts(expression) {
    const box = document.createElement("span");
    box.className = "body";
    let depth = 0, start = 0;
    const parts = [];
    for (let i = 0; i < expression.length; ++i) {
      if (expression[i] === "(") ++depth;
      else if (expression[i] === ")") --depth;
      else if (depth === 0 && expression.startsWith("&&", i)) { parts.push(expression.slice(start, i)); start = i + 2; }
    }
    parts.push(expression.slice(start));
    for (const part of parts) make("span", { class: "conjunct" }, box, part.trim().replace(/^\((.*)\)$/, (all, inner) => this.is_balanced(inner) ? inner : all));
    return box;
  }

  is_balanced(text) {
    let depth = 0;
    for (const c of text) {
      if (c === "(") ++depth;
      if (c === ")" && --depth < 0) return false;
    }
    return depth === 0;
  }

  show_blockers(parent) {
    const blockers = this.blockers(), section = make_section(parent, "Blockers", blockers.length);
    if (blockers.length === 0)
      make("p", { class: "message" }, section, "No construct of the program is known to block the verdict.");
    for (const each of blockers) this.make_card(section, each.kind, each, each.label, each.text);
  }

  // ---- the pane at the right ---------------------------------------------------------------------------------

  show_right(parent) {
    if (this.result.verdict === "unknown") {
      this.show_list(parent, "What to try", this.result.advice, "advice");
      this.show_progress(parent);
    }
    if (this.result.verdict === "true") this.show_judge(parent);
    this.show_list(parent, "Assumptions", this.result.assumptions, "");
    this.show_list(parent, "Undefined functions", (this.result.undefined || []).map((name) => name + "()"), "names");
    this.show_list(parent, "Models of library functions", (this.result.models || []).map((name) => name + "()"), "names");
  }

  show_list(parent, title, texts, kind) {
    if (!texts || texts.length === 0) return;
    const list = make("ul", { class: "texts " + kind }, make_section(parent, title, texts.length));
    for (const text of texts) this.add_text(make("li", {}, list), text);
  }

  show_progress(parent) {
    const progress = this.result.progress || [];
    if (progress.length === 0) return;
    const table = make("table", { class: "values progress" }, make_section(parent, "Progress of the engines"));
    for (const each of progress) {
      const row = make("tr", {}, table);
      make("th", { scope: "row" }, row, each.engine);
      this.add_text(make("td", {}, row), each.text);
    }
  }

  show_judge(parent) {
    const { engine, judge, used_lemmas } = this.result, section = make_section(parent, "Judgement");
    const table = make("table", { class: "values" }, section);
    const add = (name, text) => {
      const row = make("tr", {}, table);
      make("th", { scope: "row" }, row, name);
      make("td", {}, row, text);
    };
    add("engine", engine);
    add("judge", `${judge.word} by ${judge.by}`);
    for (const lemma of used_lemmas || []) add(`lemma of ${lemma.sender}`, `${lemma.location}: ${lemma.formula}`);
  }
}
