// The panes at the right: the call stack, the variables, the inputs, and the violated condition.

// Parts of one object ("word[0]", "word[1]") are listed in a group if there are more than this.
const max_single_parts = 6;
// Maximum number of rows of a group or of the list of inputs; more would slow down the page.
const max_rows = 400;

const object_of = (part) => { const at = part.search(/[[.]|->/); return at < 0 ? part : part.slice(0, at); };

class StateView {
  // `go_to_step(index)` shows a step.
  constructor(container, model, go_to_step) {
    this.model = model;
    this.go_to_step = go_to_step;
    this.open_groups = new Set();
    this.stack = make_section(container, "Call stack");
    this.stack_list = make("ol", { class: "stack" }, this.stack);
    this.variables = make_section(container, "Variables");
    this.variables.classList.add("grows");
    this.variable_list = make("div", { class: "variables", tabindex: "0", role: "region", "aria-label": "variables" }, this.variables);
    this.inputs = model.inputs();
    if (this.inputs.length > 0) this.make_inputs(container);
    this.make_violation(container);
  }

  make_inputs(container) {
    const section = make_section(container, "Inputs", this.inputs.length);
    const list = make("div", { class: "inputs", tabindex: "0", role: "region", "aria-label": "inputs" }, section);
    this.input_rows = this.inputs.slice(0, max_rows).map((input) => {
      const row = make("button", { class: "input-row", type: "button", title: `${input.source}() at ${input.file}:${input.line}` }, list);
      make("span", { class: "line-number" }, row, String(input.line || ""));
      make("span", { class: "name" }, row, input.name || input.source + "()");
      make("span", { class: "value" }, row, input.value);
      row.addEventListener("click", () => this.go_to_step(input.step));
      return row;
    });
    if (this.inputs.length > max_rows) make("p", { class: "message" }, list, `${this.inputs.length - max_rows} more inputs`);
  }

  make_violation(container) {
    const violation = this.model.violation;
    if (!violation.text) return;
    this.violation = make_section(container, "Violated condition");
    this.violation.id = "violation";
    const text = make("button", { class: "violation-text", type: "button" }, this.violation, violation.text);
    text.addEventListener("click", () => this.go_to_step(this.model.steps.length - 1));
    if (violation.operands.length === 0) return;
    const table = make("table", { class: "values" }, this.violation);
    for (const operand of violation.operands) this.add_value(table, operand.name, { value: operand.value }, false);
  }

  // Shows the state after the step `last`. Values that the steps from `first` on assigned are highlighted.
  show(first, last) {
    const state = this.model.state_at(last), is_end = last === this.model.steps.length - 1;
    this.show_stack(state);
    this.show_variables(state, first);
    (this.input_rows || []).forEach((row, i) => {
      row.classList.toggle("future", this.inputs[i].step > last);
      row.classList.toggle("changed", this.inputs[i].step >= first && this.inputs[i].step <= last);
    });
    const current = (this.input_rows || []).find((row) => row.classList.contains("changed"));
    if (current) current.scrollIntoView({ block: "nearest" });
    if (this.violation) this.violation.classList.toggle("reached", is_end);
  }

  show_stack(state) {
    this.stack_list.replaceChildren();
    [...state.frames].reverse().forEach((frame, i) => {
      const item = make("li", {}, this.stack_list);
      const button = make("button", { class: "frame" + (i === 0 ? " top" : ""), type: "button" }, item);
      make("span", { class: "name" }, button, frame.name);
      make("span", { class: "where" }, button, frame.line ? `${base_name(frame.file)}:${frame.line}` : "");
      const step = frame.at === undefined ? frame.call : frame.at;
      button.addEventListener("click", () => this.go_to_step(step));
    });
  }

  show_variables(state, first) {
    const scroll = this.variable_list.scrollTop;
    this.variable_list.replaceChildren();
    [...state.frames].reverse().forEach((frame) => this.add_scope(frame.name, frame.scope.values, first));
    this.add_scope("globals and heap", state.globals.values, first);
    if (this.variable_list.children.length === 0)
      make("p", { class: "message" }, this.variable_list, this.model.has_trace ? "No value is known yet." :
        "The evidence contains no values.");
    this.variable_list.scrollTop = scroll;
    const changed = this.variable_list.querySelector("tr.changed");
    if (changed) changed.scrollIntoView({ block: "nearest" });
  }

  add_scope(name, values, first) {
    if (values.size === 0) return;
    make("h4", {}, this.variable_list, name);
    const table = make("table", { class: "values" }, this.variable_list);
    const objects = new Map();
    for (const [part, value] of values) {
      const object = object_of(part);
      if (!objects.has(object)) objects.set(object, []);
      objects.get(object).push([part, value]);
    }
    for (const [object, parts] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (parts.length > max_single_parts) this.add_group(table, name + " " + object, object, parts, first);
      else for (const [part, value] of parts) this.add_value(table, part, value, value.step >= first);
    }
  }

  // A group can be opened; changed parts are always shown.
  add_group(table, key, object, parts, first) {
    parts.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    const is_open = this.open_groups.has(key), row = make("tr", { class: "group" }, table);
    const cell = make("td", { colspan: "2" }, row);
    const button = make("button", { type: "button", "aria-expanded": String(is_open) }, cell,
      `${is_open ? "▾" : "▸"} ${object}`);
    make("span", { class: "where" }, cell, ` ${parts.length} parts`);
    button.addEventListener("click", () => {
      is_open ? this.open_groups.delete(key) : this.open_groups.add(key);
      this.show(this.shown_first, this.shown_last);
    });
    const shown = is_open ? parts.slice(0, max_rows) : parts.filter(([, value]) => value.step >= first).slice(0, max_rows);
    for (const [part, value] of shown) this.add_value(table, part, value, value.step >= first);
  }

  add_value(table, name, value, is_changed) {
    const row = make("tr", { class: (is_changed ? "changed" : "") + (value.is_outdated ? " outdated" : "") }, table);
    make("th", { scope: "row" }, row, name);
    const cell = make("td", {}, row, value.value);
    if (value.is_input) make("span", { class: "tag" }, cell, "input");
    if (value.is_outdated) row.title = "the value when the whole object was assigned; a part has changed since";
  }
}
