// The source files of the program with line numbers, simple colours for C, notes below lines, and the lines
// of the current step.

const c_keywords = new Set(("auto break case const continue default do else enum extern for goto if inline register restrict " +
  "return sizeof static struct switch typedef union volatile while _Noreturn _Static_assert _Atomic").split(" "));
const c_types = new Set(("void char short int long float double signed unsigned _Bool bool size_t int8_t int16_t int32_t " +
  "int64_t uint8_t uint16_t uint32_t uint64_t").split(" "));
const c_token = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+|\b\d[\w.]*|[A-Za-z_]\w*/g;

// Number of lines whose layout the browser skips together.
const lines_of_chunk = 100;

// Adds the line with colours. Returns whether a comment continues on the next line.
function add_code(parent, line, is_in_comment) {
  const add = (text, kind) => { if (text) kind ? make("span", { class: kind }, parent, text) : parent.append(text); };
  let at = 0;
  if (is_in_comment) {
    const end = line.indexOf("*/");
    add(end < 0 ? line : line.slice(0, end + 2), "comment");
    if (end < 0) return true;
    at = end + 2;
  }
  c_token.lastIndex = at;
  for (let found; (found = c_token.exec(line));) {
    const token = found[0], first = token.trimStart()[0];
    add(line.slice(at, found.index));
    at = found.index + token.length;
    if (token.startsWith("//")) add(token, "comment");
    else if (token.startsWith("/*")) {
      add(token, "comment");
      if (!token.endsWith("*/") || token.length < 4) return true;
    } else if (first === '"' || first === "'") add(token, "string");
    else if (first === "#") add(token, "directive");
    else if (first >= "0" && first <= "9") add(token, "literal");
    else add(token, c_keywords.has(token) ? "keyword" : c_types.has(token) ? "type" : "");
  }
  add(line.slice(at));
  return false;
}

class SourceView {
  // `sources` is a list of {file, lines}. `on_line(file, line)` is called for clicks on a line.
  constructor(container, sources, on_line) {
    this.container = container;
    this.sources = sources;
    this.on_line = on_line;
    this.notes = new Map();     // file -> line -> list of {kind, text, title}
    this.executed = new Map();  // "file:line" -> number of steps
    this.built = new Map();     // file -> element
    this.current = [];
    this.chooser = make("div", { class: "files" }, container);
    this.body = make("div", { class: "code", tabindex: "0", role: "region", "aria-label": "source text" }, container);
    if (sources.length === 0)
      make("p", { class: "message" }, this.body, "The evidence directory contains no source text. Run pendulum verify " +
        "--evidence again: it then writes the file sources.json.");
    this.make_chooser();
  }

  files() { return this.sources.map((source) => source.file); }

  // The name under which the page has the file; witnesses and old results may name it differently.
  name_of(file) {
    if (this.sources.some((source) => source.file === file)) return file;
    const same = this.sources.filter((source) => base_name(source.file) === base_name(file || ""));
    return same.length === 1 ? same[0].file : null;
  }

  // The text of a line without surrounding blanks; empty if the page does not have it.
  text_of(file, line) {
    const name = this.name_of(file), found = this.sources.find((source) => source.file === name);
    return found && line > 0 ? (found.lines[line - 1] || "").trim() : "";
  }

  make_chooser() {
    if (this.sources.length < 2) {
      if (this.sources.length === 1) make("span", { class: "file-name" }, this.chooser, this.sources[0].file);
      return;
    }
    if (this.sources.length > 5) {
      this.select = make("select", { "aria-label": "source file" }, this.chooser);
      for (const source of this.sources) make("option", { value: source.file }, this.select, source.file);
      this.select.addEventListener("change", () => this.show(this.select.value));
      return;
    }
    for (const source of this.sources) {
      const tab = make("button", { class: "file-tab", type: "button", "data-file": source.file, title: source.file },
        this.chooser, base_name(source.file));
      tab.addEventListener("click", () => this.show(source.file));
    }
  }

  // Marks the lines that the steps execute, instead of those of earlier steps.
  set_executed(steps) {
    this.executed.clear();
    for (const step of steps) {
      const key = this.name_of(step.file) + ":" + step.line;
      this.executed.set(key, (this.executed.get(key) || 0) + 1);
    }
    this.built.clear();
    this.current = [];
    this.file = undefined;
  }

  add_note(file, line, note) {
    const name = this.name_of(file);
    if (!name || !line) return;
    if (!this.notes.has(name)) this.notes.set(name, new Map());
    const of_file = this.notes.get(name);
    of_file.set(line, (of_file.get(line) || []).concat([note]));
  }

  // Shows the file; does nothing if the page does not have it.
  show(file) {
    const name = this.name_of(file);
    if (!name || this.file === name) return;
    this.file = name;
    if (!this.built.has(name)) this.built.set(name, this.build(this.sources.find((source) => source.file === name)));
    this.body.replaceChildren(this.built.get(name));
    this.body.scrollTop = 0;
    for (const tab of this.chooser.querySelectorAll(".file-tab"))
      tab.setAttribute("aria-pressed", String(tab.dataset.file === name));
    if (this.select) this.select.value = name;
  }

  build(source) {
    const width = (line) => line.length + 7 * (line.match(/\t/g) || []).length;
    const longest = source.lines.reduce((most, line) => Math.max(most, width(line)), 0);
    const root = make("div", { class: "lines", style: `--digits: ${String(source.lines.length).length}; --longest: ${longest}` });
    let chunk = null;
    const notes = this.notes.get(source.file) || new Map();
    let is_in_comment = false;
    source.lines.forEach((text, i) => {
      const number = i + 1, count = this.executed.get(source.file + ":" + number) || 0;
      if (i % lines_of_chunk === 0)
        chunk = make("div", { class: "chunk", style: `--count: ${Math.min(lines_of_chunk, source.lines.length - i)}` }, root);
      const row = make("div", { class: "line" + (count > 0 ? " executed" : ""), "data-line": number }, chunk);
      make("span", { class: "number" }, row, String(number));
      is_in_comment = add_code(make("span", { class: "text" }, row), text, is_in_comment);
      if (count > 0) row.title = `executed in ${plural(count, "step")}; a click shows the next one`;
      row.addEventListener("click", () => { if (String(getSelection()) === "") this.on_line(source.file, number); });
      for (const note of notes.get(number) || []) {
        row.classList.add("has-" + note.kind);
        const indent = /^\s*/.exec(text)[0].replaceAll("\t", "        ").length;
        const box = make("div", { class: "note " + note.kind, style: `--indent: ${indent}ch` }, chunk);
        make("span", { class: "label" }, box, note.label);
        make("span", { class: "body" }, box, note.text);
        if (note.title) box.title = note.title;
      }
    });
    return root;
  }

  line_element(line) {
    return this.body.querySelector(`.line[data-line="${line}"]`);
  }

  // Marks the lines [{file, line}] as current and scrolls to the first one. `value` is shown after it.
  highlight(places, value, kind = "current") {
    for (const row of this.current) row.classList.remove("current", "visited", "failing");
    for (const old of this.body.querySelectorAll(".inline-value")) old.remove();
    this.current = [];
    const known = places.filter((place) => place && place.line && this.name_of(place.file));
    if (known.length === 0) return;
    this.show(known[0].file);
    known.forEach((place, i) => {
      if (this.name_of(place.file) !== this.file) return;
      const row = this.line_element(place.line);
      if (!row) return;
      row.classList.add(kind);
      this.current.push(row);
      if (i === 0) this.reveal(row);
      if (i === 0 && value) make("span", { class: "inline-value" }, row, value);
    });
  }

  reveal(row) {
    const pane = this.body.getBoundingClientRect(), box = row.getBoundingClientRect();
    if (pane.height === 0) return;
    const margin = Math.min(3 * box.height, pane.height / 4);
    if (box.top < pane.top + margin || box.bottom > pane.bottom - margin)
      this.body.scrollTop += box.top - pane.top - pane.height / 3;
    this.body.scrollLeft = 0;
  }
}
