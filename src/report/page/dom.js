// Small helpers that all scripts of the page use: elements, texts, and links into the source.
"use strict";

const svg_namespace = "http://www.w3.org/2000/svg";
const svg_names = new Set(["g", "path", "rect", "text", "title", "defs", "marker"]);

const by_id = (id) => document.getElementById(id);

// Adds an element to `parent` (may be null) and returns it.
function make(name, attributes, parent, text) {
  const made = svg_names.has(name) ? document.createElementNS(svg_namespace, name) : document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}

const shorten = (text, length) => (text.length <= length ? text : text.slice(0, length - 1) + "…");

const plural = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

// Breaks the text into lines of at most `width` characters, at blanks if possible. Of more than `most` lines,
// the rest is replaced by an ellipsis.
function wrap_text(text, width, most) {
  const lines = [];
  for (const paragraph of text.split("\n")) {
    let rest = paragraph;
    while (rest.length > width) {
      const blank = rest.lastIndexOf(" ", width);
      const end = blank > width / 3 ? blank : width;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    if (rest.length > 0) lines.push(rest);
  }
  return lines.length <= most ? lines : lines.slice(0, most - 1).concat(["…"]);
}

const base_name = (file) => file.slice(file.lastIndexOf("/") + 1);

// The parts of a text: strings, and places {file, line} where the text names a line of one of the files.
function split_at_places(text, files) {
  const parts = [];
  let rest = text;
  while (rest.length > 0) {
    let best = null;
    for (const file of files) {
      for (let at = rest.indexOf(file + ":"); at >= 0; at = rest.indexOf(file + ":", at + 1)) {
        const number = /^\d+/.exec(rest.slice(at + file.length + 1));
        if (!number) continue;
        if (!best || at < best.at || (at === best.at && file.length > best.file.length))
          best = { at, file, line: Number(number[0]), end: at + file.length + 1 + number[0].length };
        break;
      }
    }
    if (!best) break;
    parts.push(rest.slice(0, best.at), { file: best.file, line: best.line });
    rest = rest.slice(best.end);
  }
  parts.push(rest);
  return parts.filter((part) => part !== "");
}

// Adds a button that shows the place in the source.
function make_place(parent, place, go_to) {
  const button = make("button", { class: "place", type: "button", title: `${place.file}:${place.line}` }, parent,
    `${base_name(place.file)}:${place.line}`);
  button.addEventListener("click", () => go_to(place));
  return button;
}

// Adds the text to `parent`; the places in it become buttons.
function add_linked_text(parent, text, files, go_to) {
  for (const part of split_at_places(text, files)) {
    if (typeof part === "string") parent.appendChild(document.createTextNode(part));
    else make_place(parent, part, go_to);
  }
}

// Adds a section with a heading to `parent`, and returns the section.
function make_section(parent, title, count) {
  const section = make("div", { class: "block" }, parent);
  const heading = make("h3", {}, section, title);
  if (count !== undefined) make("span", { class: "count" }, heading, String(count));
  return section;
}
