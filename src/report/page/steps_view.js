// The list of steps at the left: a tree in which folded loops can be opened.
class StepsView {
  // `on_select(row)` and `on_toggle(row)` are called for clicks.
  constructor(container, model, on_select, on_toggle) {
    this.model = model;
    this.container = container;
    this.on_select = on_select;
    this.on_toggle = on_toggle;
    this.rows = [];
    this.selected = -1;
    this.digits = Math.max(1, ...model.steps.map((step) => String(step.line).length));
    container.style.setProperty("--digits", this.digits);
    this.list = new VirtualList(container, (index) => this.render(index));
  }

  set_rows(rows) {
    this.rows = rows;
    this.list.set_count(rows.length);
  }

  select(index) {
    const old = this.list.shown.get(this.selected);
    if (old) { old.classList.remove("selected"); old.setAttribute("aria-selected", "false"); }
    this.selected = index;
    this.list.reveal(index);
    const row = this.list.shown.get(index);
    if (row) { row.classList.add("selected"); row.setAttribute("aria-selected", "true"); }
    this.container.setAttribute("aria-activedescendant", "step-" + index);
  }

  render(index) {
    const row = this.rows[index], is_group = row.kind === "fold" || row.kind === "iteration";
    const is_last = row.kind === "step" && row.last === this.model.steps.length - 1;
    const element = make("div", { class: "step " + row.kind, role: "treeitem",
      id: "step-" + index, "aria-level": row.level, "aria-selected": String(index === this.selected),
      style: `--level: ${row.level - 1}; --depth: ${row.kind === "step" ? this.model.steps[row.first].depth : row.depth || 0}` });
    if (index === this.selected) element.classList.add("selected");
    if (row.kind === "gap") return this.render_gap(element);
    if (is_group) element.setAttribute("aria-expanded", String(Boolean(row.is_open)));
    if (is_group) this.render_group(element, row);
    else this.render_step(element, this.model.steps[row.first], is_last);
    element.addEventListener("click", () => this.on_select(index));
    if (is_group) element.addEventListener("dblclick", () => this.on_toggle(index));
    return element;
  }

  render_gap(element) {
    make("span", { class: "effect" }, element, `${plural(this.model.omitted, "program step")} in the middle are omitted`);
    return element;
  }

  render_group(element, row) {
    make("span", { class: "line-number" }, element);
    make("span", { class: "indent" }, element);
    const button = make("span", { class: "toggle", "aria-hidden": "true" }, element, row.is_open ? "▾" : "▸");
    button.addEventListener("click", (event) => { event.stopPropagation(); this.on_toggle(this.rows.indexOf(row)); });
    make("span", { class: "group-title" }, element, row.title);
    const ranges = row.kind === "fold" ? row.ranges : this.last_changes(row);
    make("span", { class: "effect" }, element, ranges.map((range) => `${range.name} = ${range.value}`).join(", "));
  }

  // The last values that an iteration assigns, for its first few variables.
  last_changes(row) {
    const last = new Map();
    for (let i = row.first; i <= row.last && i < row.first + 200; ++i)
      for (const change of this.model.steps[i].changes) last.set(change.name, change.value);
    return [...last].slice(0, 4).map(([name, value]) => ({ name, value }));
  }

  render_step(element, step, is_last) {
    const effects = is_last ? this.model.violation.text : effects_of(step);
    if (step.inputs.length > 0) element.classList.add("reads-input");
    if (!step.relevant) element.classList.add("irrelevant");
    make("span", { class: "line-number" }, element, step.line ? String(step.line) : "");
    make("span", { class: "indent" }, element);
    // The source shows the text of a call; the list has more room for the arguments.
    if (step.kind === "call" || is_last) element.classList.add(is_last ? "violation" : "call");
    else make("span", { class: "statement" }, element, step.source || (effects ? "" : step.function));
    if (effects) make("span", { class: "effect" }, element, effects);
    element.title = `${step.function}, ${step.file}:${step.line}\n${step.source}${effects ? "\n→ " + effects : ""}`;
  }
}
