// Steps through a counterexample: connects the list of steps, the source and the state.
class TraceView {
  constructor(model, source, left, right) {
    this.model = model;
    this.source = source;
    this.current = -1;
    this.make_toolbar(left);
    if (!model.has_trace) make("p", { class: "message notice" }, left, model.steps.length > 0 ? "The evidence contains no " +
      "statements with values (--trace off, or an older version of Pendulum wrote it). The list shows the source " +
      "locations of the counterexample path." : "The evidence contains no steps.");
    const list = make("div", { id: "steps", class: "steps", tabindex: "0", role: "tree", "aria-label": "steps of the counterexample" }, left);
    make("p", { class: "hint" }, left, "↑ ↓ or j k: step · Enter: open a loop · o: step over calls · n: next step at this line · Home, End");
    this.steps = new StepsView(list, model, (index) => this.go_to(index), (index) => this.toggle(index));
    this.state = new StateView(right, model, (step) => this.go_to_step(step));
    this.show_rows();
    this.keys = {
      ArrowDown: () => this.move(1), ArrowRight: () => this.move(1), j: () => this.move(1),
      ArrowUp: () => this.move(-1), ArrowLeft: () => this.move(-1), k: () => this.move(-1),
      PageDown: () => this.move(10), PageUp: () => this.move(-10), o: () => this.step_over(),
      Home: () => this.go_to(0), End: () => this.go_to(this.rows.length - 1),
      Enter: () => this.toggle(this.current), " ": () => this.toggle(this.current),
      n: () => { const step = model.steps[this.rows[this.current].last]; this.next_at(step.file, step.line); },
    };
  }

  make_toolbar(parent) {
    const bar = make("div", { class: "toolbar" }, parent);
    const add = (id, text, label, action) => {
      const button = make("button", { id, type: "button", title: label, "aria-label": label }, bar, text);
      button.addEventListener("click", action);
      return button;
    };
    this.first = add("trace-first", "|◀", "first step (Home)", () => this.go_to(0));
    this.back = add("trace-back", "◀", "one step back (k, ↑ or ←)", () => this.move(-1));
    this.forward = add("trace-forward", "▶", "one step forward (j, ↓ or →)", () => this.move(1));
    this.last = add("trace-last", "▶|", "last step (End)", () => this.go_to(this.rows.length - 1));
    this.counter = make("output", { id: "trace-count", "aria-live": "polite" }, bar);
    const has_hidden = this.model.steps.some((step) => !step.relevant);
    if (!has_hidden) return;
    const label = make("label", { class: "choice", title: "also show steps on which the violation does not depend" }, bar);
    this.all = make("input", { id: "trace-all", type: "checkbox" }, label);
    label.append("all steps");
    this.all.addEventListener("change", () => this.set_view(this.all.checked ? "all" : "relevant"));
  }

  show_rows() {
    this.rows = this.model.rows();
    this.steps.set_rows(this.rows);
  }

  // Moves by `distance` rows; rows that stand for omitted steps are skipped.
  move(distance) {
    let wanted = Math.min(this.rows.length - 1, Math.max(0, this.current + distance));
    if (this.rows[wanted].kind === "gap") wanted += distance > 0 ? 1 : -1;
    this.go_to(wanted);
  }

  step_over() {
    const depth = this.model.steps[this.rows[this.current].last].depth;
    for (let i = this.current + 1; i < this.rows.length; ++i) {
      const row = this.rows[i];
      if (row.kind !== "gap" && this.model.steps[row.first].depth <= depth) return this.go_to(i);
    }
    this.go_to(this.rows.length - 1);
  }

  go_to(index) {
    const row = this.rows[index];
    if (!row || row.kind === "gap") return;
    this.current = index;
    this.steps.select(index);
    const is_last = row.last === this.model.steps.length - 1, is_step = row.kind === "step";
    const step = this.model.steps[row.first];
    this.state.shown_first = row.first;
    this.state.shown_last = row.last;
    this.state.show(row.first, row.last);
    const value = is_step && !is_last ? effects_of(step) : "";
    const places = is_step ? [step] : this.model.steps.slice(row.first, Math.min(row.last + 1, row.first + 64));
    this.source.highlight(places, value, is_last ? "failing" : "current");
    this.counter.textContent = row.first === row.last ? `step ${row.first + 1} of ${this.model.steps.length}`
      : `steps ${row.first + 1}–${row.last + 1} of ${this.model.steps.length}`;
    this.first.disabled = this.back.disabled = index === 0;
    this.last.disabled = this.forward.disabled = index === this.rows.length - 1;
    document.body.dataset.traceStep = String(row.first + 1);
  }

  // Shows the step. Opens the folds around it; if the view hides it, all steps become visible.
  go_to_step(step) {
    let node = this.model.open_to(step);
    if ((!node || node.kind !== "step") && this.model.view === "relevant") {
      this.model.view = "all";
      if (this.all) this.all.checked = true;
      node = this.model.open_to(step);
    }
    if (!node) return;
    this.show_rows();
    this.go_to(this.rows.indexOf(node));
  }

  toggle(index) {
    const row = this.rows[index];
    if (!row || row.children === undefined || row.children.length === 0) return;
    row.is_open = !row.is_open;
    this.show_rows();
    this.go_to(this.rows.indexOf(row));
  }

  set_view(view) {
    const row = this.rows[this.current];
    this.model.view = view;
    const nearest = this.model.visible_steps().find((step) => step >= row.first);
    this.show_rows();
    const index = this.rows.findIndex((each) => each.last >= nearest);
    this.go_to(index < 0 ? this.rows.length - 1 : index);
  }

  // Shows the next execution of the line, or the first one if none follows.
  next_at(file, line) {
    const is_there = (step) => this.model.steps[step].line === line && this.source.name_of(this.model.steps[step].file) === this.source.name_of(file);
    const visible = this.model.visible_steps().filter(is_there), after = this.rows[this.current].last;
    const candidates = visible.length > 0 ? visible : this.model.steps.map((_, i) => i).filter(is_there);
    if (candidates.length === 0) return;
    const next = candidates.find((step) => step > after);
    this.go_to_step(next === undefined ? candidates[0] : next);
  }
}
