// The steps of a counterexample as a tree whose inner nodes are folded loops, and the state of the program
// after each step.

// The source of inputs that a function of the C library reads (src/trace/trace.h).
const library_input = "C library";
// The source of arguments of the entry function; `stored_in` is their name.
const argument_input = "argument";

const is_input = (step, change) =>
  step.inputs.some((input) => input.source !== argument_input && input.stored_in === change.name);

// "length = 1, to[0] = 1, condition is true": the effects of a step as the terminal prints them.
function effects_of(step) {
  if (step.kind === "call")
    return `calls ${step.callee}(${step.changes.map((change) => `${change.name} = ${change.value}`).join(", ")})`;
  const parts = [], outcome = step.outcome ? "condition is " + step.outcome : "";
  const is_first = /^(if|else|while|})/.test(step.source);
  if (is_first && outcome) parts.push(outcome);
  for (const change of step.changes) parts.push(`${change.name} = ${change.value}${is_input(step, change) ? " (input)" : ""}`);
  for (const input of step.inputs)
    if (input.source === argument_input) parts.push(`${input.stored_in} = ${input.value} (input)`);
    else if (!input.stored_in && input.source !== library_input) parts.push(`${input.source}() = ${input.value} (input)`);
  parts.push(...step.notes);
  if (!is_first && outcome) parts.push(outcome);
  if (step.returned) parts.push("returns " + step.returned);
  return parts.join(", ");
}

// Steps for evidence without a trace: the source locations of the counterexample path.
const steps_of_path = (path, line_text) => path.map((each) => ({
  kind: "statement", function: each.function, depth: 0, file: each.file, line: each.line,
  source: line_text(each.file, each.line), changes: [],
  inputs: [], outcome: "", returned: "", callee: "", notes: each.text ? [each.text] : [], relevant: true,
}));

// The known values of the variables of one function, or of the globals, by part: "i", "p.len", "buf[3]".
class Scope {
  constructor() {
    this.values = new Map();
    this.children = new Map();  // part -> the parts inside of it that were assigned
  }

  // A new value of a whole object replaces those of its parts; a new value of a part makes that of the whole
  // outdated.
  assign(part, value) {
    for (const child of this.children.get(part) || []) this.values.delete(child);
    this.children.delete(part);
    for (let end = part.length - 1; end > 0; --end) {
      if (!"[.-".includes(part[end])) continue;
      const whole = part.slice(0, end);
      if (this.values.has(whole)) this.values.get(whole).is_outdated = true;
      if (!this.children.has(whole)) this.children.set(whole, new Set());
      this.children.get(whole).add(part);
    }
    this.values.set(part, value);
  }
}

class TraceModel {
  // `owner` is the result or one of its checks, `folds` are its folded steps that the page contains, and
  // `line_text(file, line)` is the text of a source line.
  constructor(owner, folds, line_text) {
    const trace = owner.trace;
    this.has_trace = Boolean(trace && trace.steps.length > 0);
    this.steps = this.has_trace ? trace.steps : steps_of_path(owner.path || [], line_text);
    this.violation = this.has_trace ? trace.violation : { text: owner.violation || owner.text || "", operands: [] };
    this.omitted = this.has_trace ? trace.omitted : 0;
    this.omitted_after = this.has_trace ? trace.omitted_after : 0;
    this.is_minimised = this.has_trace && trace.minimised;
    this.trees = {};
    const all = this.steps.map((_, i) => i).slice(0, -1);
    for (const view of ["relevant", "all"])
      this.trees[view] = this.nodes_of(this.has_trace && folds ? folds[view] : all, 1, null).concat(
        this.steps.length > 0 ? [this.leaf(this.steps.length - 1, 1, null)] : []);
    this.view = "relevant";
  }

  leaf(step, level, parent) { return { kind: "step", first: step, last: step, level, parent, children: [] }; }

  // A fold contains a node for each iteration, which contains the items of the iteration.
  nodes_of(items, level, parent) {
    return items.map((item) => {
      if (typeof item === "number") return this.leaf(item, level, parent);
      const fold = { kind: "fold", level, parent, ranges: item.ranges, title: item.title, depth: item.depth };
      const unit = item.depth_change > 0 ? "call" : item.depth_change < 0 ? "return" : "iteration";
      const period = item.items.length / item.iterations;
      fold.children = Array.from({ length: item.iterations }, (_, i) => {
        const iteration = { kind: "iteration", level: level + 1, parent: fold, title: `${unit} ${i + 2}`, depth: item.depth };
        iteration.children = this.nodes_of(item.items.slice(i * period, (i + 1) * period), level + 2, iteration);
        return this.with_range(iteration);
      });
      return this.with_range(fold);
    });
  }

  with_range(node) {
    node.first = node.children[0].first;
    node.last = node.children[node.children.length - 1].last;
    return node;
  }

  // The nodes in sight, in order; between them `gap` stands for steps that were not computed.
  rows() {
    const rows = [];
    let has_gap = this.omitted === 0;
    const add = (nodes) => {
      for (const node of nodes) {
        if (!has_gap && node.first >= this.omitted_after) { rows.push({ kind: "gap", level: 1 }); has_gap = true; }
        rows.push(node);
        if (node.is_open) add(node.children);
      }
    };
    add(this.trees[this.view]);
    return rows;
  }

  // The innermost node of the view with the step; opens the folds around it.
  open_to(step) {
    let nodes = this.trees[this.view], found = null;
    while (nodes.length > 0) {
      const next = nodes.find((node) => node.first <= step && step <= node.last);
      if (!next) break;
      if (found) found.is_open = true;
      found = next;
      nodes = next.children;
    }
    return found;
  }

  // All steps of the current view, in order.
  visible_steps() {
    const steps = [];
    const add = (nodes) => { for (const node of nodes) node.kind === "step" ? steps.push(node.first) : add(node.children); };
    add(this.trees[this.view]);
    return steps;
  }

  // The state after the steps 0 ... last: the active functions with their variables, outermost first, and the
  // globals. A value has `step`, the step that assigned it.
  state_at(last) {
    const frames = [], globals = new Scope();
    const make_frame = (name, call) => ({ name, call, scope: new Scope(), file: "", line: 0 });
    for (let i = 0; i <= last; ++i) {
      const step = this.steps[i];
      frames.length = Math.min(frames.length, step.depth + 1);
      while (frames.length <= step.depth) frames.push(make_frame(step.function, null));
      Object.assign(frames[step.depth], { file: step.file, line: step.line, at: i });
      if (step.kind === "call") frames.push(make_frame(step.callee, i));
      for (const change of step.changes) {
        const is_global = change.part && !change.owner;
        const owner = is_global ? null : frames.findLast((frame) => frame.name === change.owner) || frames[frames.length - 1];
        const value = { value: change.value, step: i, is_input: is_input(step, change) };
        (is_global ? globals : owner.scope).assign(change.part || change.name, value);
      }
    }
    return { frames, globals };
  }

  // All inputs in the order of execution; an argument of the entry function once.
  inputs() {
    const inputs = [], known = new Set();
    this.steps.forEach((step, i) => step.inputs.forEach((input) => {
      if (input.source === argument_input && known.has(input.stored_in)) return;
      if (input.source === argument_input) known.add(input.stored_in);
      inputs.push({
        step: i, file: step.file, line: step.line, source: input.source, value: input.value,
        name: input.stored_in || (input.source === library_input ? library_input : ""),
      });
    }));
    return inputs;
  }
}
