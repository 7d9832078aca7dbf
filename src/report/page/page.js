// Plays back a recording. The script groups the events of a run into steps and shows the graph after the
// current step.
"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const svg_namespace = "http://www.w3.org/2000/svg";
  // Maximum number of nodes for the dagre layout, which is slow for more. Larger graphs get a tree layout.
  const max_dagre_nodes = 700;
  // Minimum initial scale, relative to the font size of the page: the text stays readable even if the picture
  // does not fit. The button `fit` shows the whole picture.
  const least_scale = 0.85;

  function make(name, attributes, parent, text) {
    const is_svg = ["g", "path", "rect", "text", "title", "defs", "marker"].includes(name);
    const made = is_svg ? document.createElementNS(svg_namespace, name) : document.createElement(name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  }

  const shorten = (text, length) => (text.length <= length ? text : text.slice(0, length - 1) + "…");

  // ---- steps -------------------------------------------------------------------------------------------------

  // Does `event` belong to the step that consists of the events `step` so far?
  function continues(step, event) {
    const kinds = step.map((each) => each.event);
    const first = kinds[0], last = kinds[kinds.length - 1];
    switch (event.event) {
      case "edge": return last === "node" || last === "edge";
      case "expanded": return true;
      case "node": return first === "node" && !kinds.includes("label") && last !== "expanded";
      case "label":
        if (first === "node") return last === "edge" && step[step.length - 1].target === event.node;
        return ["refined", "label", "removed", "predicates", "uncover", "force"].includes(last) &&
          (first !== "force" || step[0].successful);
      case "predicates": return first === "refined";
      case "removed": return ["refined", "predicates", "removed"].includes(last);
      case "uncover": return true;
      case "cover": return first === "force" && step[0].successful;
      default: return false;
    }
  }

  function group(events) {
    const steps = [];
    for (const event of events) {
      if (steps.length > 0 && continues(steps[steps.length - 1], event)) steps[steps.length - 1].push(event);
      else steps.push([event]);
    }
    return steps;
  }

  // The graph after the steps 0 ... count - 1.
  function replay(steps, count) {
    const nodes = new Map(), edges = [];
    for (let i = 0; i < count; ++i) {
      for (const event of steps[i]) {
        const node = nodes.get(event.node);
        switch (event.event) {
          case "node": nodes.set(event.node, { location: event.location, label: "true", covered_by: [] }); break;
          case "edge": edges.push(event); break;
          case "expanded": node.is_expanded = true; break;
          case "label": node.label = event.label; node.origin = event.origin; break;
          case "cover": node.covered_by = event.by; break;
          case "uncover": node.covered_by = []; break;
          case "removed": nodes.delete(event.node); break;
        }
      }
    }
    return { nodes, edges: edges.filter((edge) => nodes.has(edge.source) && nodes.has(edge.target)) };
  }

  // ---- layout ------------------------------------------------------------------------------------------------

  // nodes: [{id, width, height}], edges: [{source, target, width, height}]. Sets x and y (the centre) of each
  // node and the points of each edge.
  function lay_out(nodes, edges) {
    if (nodes.length <= max_dagre_nodes) lay_out_by_dagre(nodes, edges);
    else lay_out_as_tree(nodes, edges);
  }

  function lay_out_by_dagre(nodes, edges) {
    const graph = new dagre.graphlib.Graph({ multigraph: true });
    graph.setGraph({ rankdir: "TB", nodesep: 22, ranksep: 34, marginx: 12, marginy: 12, ranker: "tight-tree" });
    for (const node of nodes) graph.setNode(node.id, { width: node.width, height: node.height });
    edges.forEach((edge, i) => graph.setEdge(edge.source, edge.target,
      { width: edge.width || 0, height: edge.height || 0, labelpos: "c" }, "e" + i));
    dagre.layout(graph);
    for (const node of nodes) Object.assign(node, { x: graph.node(node.id).x, y: graph.node(node.id).y });
    edges.forEach((edge, i) => {
      const laid = graph.edge(edge.source, edge.target, "e" + i);
      edge.points = laid.points;
      edge.label_at = laid.x === undefined ? null : { x: laid.x, y: laid.y };
    });
  }

  // Places leaves from left to right and each parent above the middle of its children. The tree consists of
  // the first incoming edge of each node.
  function lay_out_as_tree(nodes, edges) {
    const by_id = new Map(nodes.map((node) => [node.id, node]));
    const children = new Map(nodes.map((node) => [node.id, []])), has_parent = new Set();
    for (const edge of edges) {
      if (has_parent.has(edge.target) || edge.source === edge.target) continue;
      has_parent.add(edge.target);
      children.get(edge.source).push(edge.target);
    }
    let next_x = 0;
    const is_done = new Set();
    for (const root of nodes) {
      if (has_parent.has(root.id) || is_done.has(root.id)) continue;
      const open = [[root.id, 0, 0]];
      while (open.length > 0) {
        const top = open[open.length - 1], [id, depth, i] = top, node = by_id.get(id), below = children.get(id);
        if (i < below.length) { top[2] = i + 1; open.push([below[i], depth + 1, 0]); continue; }
        open.pop();
        is_done.add(id);
        node.y = 30 + depth * (node.height + 34);
        if (below.length === 0) { node.x = next_x + node.width / 2; next_x += node.width + 22; }
        else node.x = (by_id.get(below[0]).x + by_id.get(below[below.length - 1]).x) / 2;
      }
    }
    for (const node of nodes) if (node.x === undefined) Object.assign(node, { x: next_x += 40, y: 30 });
    for (const edge of edges) {
      const from = by_id.get(edge.source), to = by_id.get(edge.target);
      edge.points = [{ x: from.x, y: from.y + from.height / 2 }, { x: to.x, y: to.y - to.height / 2 }];
    }
  }

  // ---- drawing -----------------------------------------------------------------------------------------------

  const path_of = (points) => "M" + points.map((point) => point.x.toFixed(1) + "," + point.y.toFixed(1)).join("L");

  // An SVG picture that the user can move and zoom.
  class Picture {
    constructor(svg) {
      this.svg = svg;
      this.view = { x: 0, y: 0, scale: 1 };
      svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        const box = svg.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY / 600), event.clientX - box.left, event.clientY - box.top);
      }, { passive: false });
      let last = null;
      svg.addEventListener("pointerdown", (event) => { last = { x: event.clientX, y: event.clientY, moved: false }; });
      svg.addEventListener("pointermove", (event) => {
        if (!last || event.buttons === 0) return;
        this.view.x += event.clientX - last.x;
        this.view.y += event.clientY - last.y;
        last = { x: event.clientX, y: event.clientY };
        this.apply();
      });
      svg.addEventListener("pointerup", () => { last = null; });
    }
    clear() {
      this.svg.replaceChildren();
      const id = this.svg.id, defs = make("defs", {}, this.svg);
      for (const kind of ["head", "head-cover"]) {
        const marker = make("marker", { id: id + "-" + kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7,
          markerHeight: 7, orient: "auto-start-reverse" }, defs);
        make("path", { d: "M0,0L8,4L0,8z", class: kind }, marker);
      }
      this.root = make("g", {}, this.svg);
      return this.root;
    }
    zoom(factor, x, y) {
      const scale = Math.min(4, Math.max(0.02, this.view.scale * factor)), real = scale / this.view.scale;
      this.view.x = x - (x - this.view.x) * real;
      this.view.y = y - (y - this.view.y) * real;
      this.view.scale = scale;
      this.apply();
    }
    apply() {
      this.root.setAttribute("transform", `translate(${this.view.x},${this.view.y}) scale(${this.view.scale})`);
    }
    // Scales and moves the picture such that it shows the box. The scale is at most `most`, at which text of
    // the picture has the size of the page's font, and at least `least * most`.
    fit(box, least = 0) {
      const pane = this.svg.getBoundingClientRect();
      const most = parseFloat(getComputedStyle(document.documentElement).fontSize) / 12;
      const scale = Math.min(most, Math.max(least * most, Math.min(pane.width / (box.width + 30),
        pane.height / (box.height + 30))));
      this.view = { scale, x: pane.width / 2 - scale * (box.x + box.width / 2),
        y: Math.max(10 - scale * box.y, pane.height / 2 - scale * (box.y + box.height / 2)) };
      this.apply();
    }
    // Moves the picture by the least distance that makes the box visible.
    reveal(box) {
      const pane = this.svg.getBoundingClientRect(), margin = 30, view = this.view;
      const left = view.x + box.x * view.scale, top = view.y + box.y * view.scale;
      const right = left + box.width * view.scale, bottom = top + box.height * view.scale;
      if (right > pane.width - margin) view.x -= right - pane.width + margin;
      if (view.x + box.x * view.scale < margin) view.x += margin - (view.x + box.x * view.scale);
      if (bottom > pane.height - margin) view.y -= bottom - pane.height + margin;
      if (view.y + box.y * view.scale < margin) view.y += margin - (view.y + box.y * view.scale);
      this.apply();
    }
  }

  function box_around(nodes, edges) {
    let x = Infinity, y = Infinity, right = -Infinity, bottom = -Infinity;
    for (const edge of edges || []) {
      for (const point of edge.points.concat(edge.label_at || [])) {
        x = Math.min(x, point.x - (edge.width || 0) / 2); right = Math.max(right, point.x + (edge.width || 0) / 2);
        y = Math.min(y, point.y); bottom = Math.max(bottom, point.y);
      }
    }
    for (const node of nodes) {
      x = Math.min(x, node.x - node.width / 2); right = Math.max(right, node.x + node.width / 2);
      y = Math.min(y, node.y - node.height / 2); bottom = Math.max(bottom, node.y + node.height / 2);
    }
    return nodes.length === 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x, y, width: right - x, height: bottom - y };
  }

  function draw_node(parent, node, lines, classes) {
    const group = make("g", { class: "node " + classes, "data-id": node.id,
      transform: `translate(${node.x - node.width / 2},${node.y - node.height / 2})` }, parent);
    make("rect", { width: node.width, height: node.height }, group);
    lines.forEach((line, i) => make("text", { x: node.width / 2, y: 14 + 14 * i, "text-anchor": "middle",
      class: i === 0 ? "name" : "label" }, group, line));
    make("title", {}, group, lines.join("\n"));
    return group;
  }

  function draw_edge(parent, edge, marker, label) {
    const group = make("g", { class: "edge" }, parent);
    make("path", { d: path_of(edge.points), "marker-end": `url(#${marker}-head)` }, group);
    if (label && label.length > 0 && edge.label_at)
      make("rect", { x: edge.label_at.x - edge.width / 2, y: edge.label_at.y - 5 * (label.length - 1) - 9,
        width: edge.width, height: edge.height + 2 }, group);
    if (label && edge.label_at)
      label.forEach((line, i) => make("text", { x: edge.label_at.x, y: edge.label_at.y - 5 * (label.length - 1) + 11 * i,
        "text-anchor": "middle" }, group, line));
    return group;
  }

  // ---- the page ----------------------------------------------------------------------------------------------

  const cfg_picture = new Picture(element("cfg")), arg_picture = new Picture(element("arg"));
  let recording, steps = [], current = 0, selected = null, cfg = null, arg = null, graph = null;

  const location_name = (id) => recording.program.locations[id].name;

  function show_cfg() {
    const program = recording.program, is_large = program.locations.length > 150;
    const edge_lines = (edge) => is_large ? [] : (edge.text ? edge.text.split("\n") : []).concat(
      edge.violation ? [edge.violation] : []).slice(0, 4).map((line) => shorten(line, 34));
    const nodes = program.locations.map((location, id) => {
      const name = shorten(location.name, 26);
      return { id, name, width: Math.max(40, 8 * name.length + 14), height: 22 };
    });
    const edges = program.edges.map((edge) => {
      const lines = edge_lines(edge);
      return { source: edge.source, target: edge.target, lines,
        width: 6 * Math.max(0, ...lines.map((line) => line.length)), height: 11 * lines.length };
    });
    lay_out(nodes, edges);
    const root = cfg_picture.clear();
    cfg = { nodes, edges };
    for (const edge of edges) edge.drawn = draw_edge(root, edge, "cfg", edge.lines);
    for (const node of nodes) {
      node.drawn = draw_node(root, node, [node.name], node.id === program.entry ? "entry" :
        node.id === program.error ? "error" : "");
      node.drawn.addEventListener("click", () => show_lines([program.locations[node.id].at]));
    }
    cfg_picture.fit(box_around(nodes, edges), least_scale);
  }

  // Draws all nodes and edges of the recording, so that their positions do not change from step to step.
  // Nodes that do not exist in the current step are hidden.
  function show_arg() {
    const nodes = [], edges = [], by_id = new Map();
    for (const step of steps) {
      for (const event of step) {
        if (event.event === "node") {
          const node = { id: event.node, location: event.location, width: 150, height: 36 };
          by_id.set(event.node, node);
          nodes.push(node);
        } else if (event.event === "edge") {
          edges.push({ source: event.source, target: event.target, action: event.action });
        }
      }
    }
    lay_out(nodes, edges);
    const root = arg_picture.clear();
    arg = { nodes, edges, by_id, covers: make("g", {}, root) };
    for (const edge of edges) edge.drawn = draw_edge(root, edge, "arg", null);
    for (const node of nodes) {
      const kind = node.location === recording.program.error ? "error" : node.id === 0 ? "entry" : "";
      node.drawn = draw_node(root, node, [node.id + ": " + shorten(location_name(node.location), 18), ""], kind + " hidden");
      node.kind = kind;
      node.text = node.drawn.querySelector(".label");
      node.title = node.drawn.querySelector("title");
      node.drawn.addEventListener("click", () => { selected = node.id; show_step(); });
    }
  }

  function show_source() {
    const pane = element("source");
    pane.replaceChildren();
    if (recording.sources.length === 0) pane.textContent = "  (no source text in the recording)";
    for (const source of recording.sources) {
      make("div", { class: "file" }, pane, source.file);
      source.lines.forEach((line, i) => {
        const row = make("span", { class: "line", "data-place": source.file + ":" + (i + 1) }, pane);
        make("span", { class: "number" }, row, String(i + 1));
        row.appendChild(document.createTextNode(line));
      });
    }
  }

  function show_lines(places) {
    const wanted = new Set(places.filter(Boolean).map((place) => place.file + ":" + place.line));
    let first = null;
    for (const row of element("source").querySelectorAll(".line")) {
      const is_current = wanted.has(row.dataset.place);
      row.classList.toggle("current", is_current);
      if (is_current && !first) first = row;
    }
    if (!first) return;
    const pane = element("source"), top = first.offsetTop - pane.offsetTop;
    if (top < pane.scrollTop || top > pane.scrollTop + pane.clientHeight - 40)
      pane.scrollTop = top - pane.clientHeight / 3;
  }

  // The title and text of a step, the nodes and edges that it involves, and the nodes that it changes.
  function describe(step) {
    const first = step[0], about = { title: "", nodes: [], changed: [], edges: [], rows: [] };
    const name = (node) => `${node} (${location_name(arg.by_id.get(node).location)})`;
    for (const event of step) {
      switch (event.event) {
        case "node": about.nodes.push(event.node); break;
        case "edge":
          about.edges.push(event);
          about.rows.push([`${event.source} → ${event.target}`, recording.program.edges[event.action].text || "true"]);
          break;
        case "label":
          about.changed.push(event.node);
          about.rows.push([`ψ(${event.node}) by ${event.origin}`, event.label]);
          break;
        case "cover": about.nodes.push(event.node); about.rows.push(["covered", `${name(event.node)} ▷ ${event.by.map(name).join(", ")}`]); break;
        case "uncover": about.changed.push(event.node); about.rows.push(["cover removed", name(event.node)]); break;
        case "removed": about.rows.push(["removed", "node " + event.node]); break;
        case "predicates":
          about.rows.push(["predicates at " + location_name(event.location), event.predicates.join("\n")]);
          break;
        case "refine":
          about.nodes.push(...event.nodes);
          event.formula.forEach((part, i) => about.rows.push([i === 0 ? "" : "∧", part]));
          break;
      }
    }
    switch (first.event) {
      case "node": {
        const edge = step.find((event) => event.event === "edge");
        about.title = edge ? `Expand node ${name(edge.source)}` : `The root: node ${first.node}`;
        break;
      }
      case "edge": about.title = `Edge ${first.source} → ${first.target}`; break;
      case "expanded": about.title = `Node ${name(first.node)} has all its edges`; break;
      case "label": about.title = `Label of node ${name(first.node)}`; break;
      case "cover": about.title = `Cover: ${name(first.node)} ▷ ${first.by.map(name).join(", ")}`; break;
      case "uncover": about.title = `The cover of node ${name(first.node)} is removed`; break;
      case "refine":
        about.title = first.nodes.length > 0 ? `Refine: is the path ${first.nodes.join(" → ")} feasible?`
          : "Refine: is an execution to the error feasible?";
        break;
      case "refined":
        about.title = first.feasible ? "The path is feasible: the error is reached"
          : "Infeasible: interpolants strengthen the labels";
        break;
      case "force":
        about.nodes.push(first.node, first.by);
        about.title = `Forced cover of ${name(first.node)} by ${name(first.by)}: ` + (first.successful ? "proved" : "not proved");
        break;
      case "predicates": about.title = "New predicates"; break;
      case "removed": about.title = "Explore again below the pivot"; break;
    }
    return about;
  }

  function show_rows(pane, rows) {
    pane.replaceChildren();
    const table = make("table", {}, pane);
    for (const [head, text] of rows) {
      const row = make("tr", {}, table);
      make("td", {}, row, head);
      make("td", { class: "formula" }, row, text);
    }
  }

  function show_node() {
    const node = graph.nodes.get(selected);
    if (selected === null || !node) { element("node-text").textContent = "click on a node"; return; }
    const rows = [["node", String(selected)], ["location", location_name(node.location)], ["label ψ", node.label]];
    if (node.origin) rows.push(["label by", node.origin]);
    if (node.covered_by.length > 0) rows.push(["covered by", node.covered_by.join(", ")]);
    const incoming = graph.edges.filter((edge) => edge.target === selected);
    for (const edge of incoming) rows.push(["from " + edge.source, recording.program.edges[edge.action].text || "true"]);
    const at = recording.program.locations[node.location].at;
    if (at) rows.push(["source", at.file + ":" + at.line]);
    show_rows(element("node-text"), rows);
  }

  function update_graph(about) {
    const changed = new Set(about.changed), of_step = new Set(about.nodes);
    for (const node of arg.nodes) {
      const state = graph.nodes.get(node.id);
      const classes = ["node", node.kind];
      if (!state) classes.push("hidden");
      else {
        if (state.covered_by.length > 0) classes.push("covered");
        if (state.label === "false") classes.push("empty");
        if (changed.has(node.id)) classes.push("changed");
        if (of_step.has(node.id)) classes.push("current");
        if (selected === node.id) classes.push("selected");
        const label = shorten(state.label, 20);
        if (node.shown !== state.label) {
          node.text.textContent = label;
          node.title.textContent = node.id + ": " + location_name(node.location) + "\n" + state.label;
          node.shown = state.label;
        }
      }
      const wanted = classes.join(" ");
      if (node.classes !== wanted) node.drawn.setAttribute("class", node.classes = wanted);
    }
    const on_path = new Set(about.edges.map((edge) => edge.source + ">" + edge.target));
    if (steps[current - 1][0].event === "refine")
      about.nodes.forEach((node, i) => on_path.add(about.nodes[i - 1] + ">" + node));
    for (const edge of arg.edges) {
      const is_shown = graph.nodes.has(edge.source) && graph.nodes.has(edge.target);
      const wanted = "edge" + (is_shown ? "" : " hidden") + (on_path.has(edge.source + ">" + edge.target) ? " current" : "");
      if (edge.classes !== wanted) edge.drawn.setAttribute("class", edge.classes = wanted);
    }
    arg.covers.replaceChildren();
    for (const [id, state] of graph.nodes) {
      for (const by of state.covered_by) {
        const from = arg.by_id.get(id), to = arg.by_id.get(by);
        const middle = { x: (from.x + to.x) / 2 + (from.y - to.y) / 4, y: (from.y + to.y) / 2 };
        const start_x = from.x, end_x = to.x + (from.x > to.x ? to.width / 2 : -to.width / 2);
        const group = make("g", { class: "cover" }, arg.covers);
        make("path", { d: `M${start_x},${from.y - from.height / 2}Q${middle.x},${middle.y} ${end_x},${to.y}`,
          "marker-end": "url(#arg-head-cover)" }, group);
      }
    }
  }

  function update_cfg(about) {
    const places = new Set(about.nodes.concat(about.changed).map((node) => arg.by_id.get(node).location));
    for (const node of cfg.nodes) node.drawn.classList.toggle("current", places.has(node.id));
    const actions = new Set(about.edges.map((edge) => edge.action));
    cfg.edges.forEach((edge, i) => edge.drawn.classList.toggle("current", actions.has(i)));
    const lines = [...actions].map((action) => recording.program.edges[action].at);
    for (const place of places) lines.push(recording.program.locations[place].at);
    show_lines(lines);
    const seen = cfg.nodes.filter((node) => places.has(node.id));
    if (element("follow").checked && seen.length > 0) cfg_picture.reveal(box_around(seen));
  }

  function show_step() {
    graph = replay(steps, current);
    const about = describe(steps[current - 1]);
    element("step-title").textContent = about.title;
    show_rows(element("step-text"), about.rows);
    update_graph(about);
    update_cfg(about);
    show_node();
    element("slider").value = String(current);
    element("count").textContent = `step ${current} of ${steps.length}`;
    element("first").disabled = element("back").disabled = current <= 1;
    element("last").disabled = element("forward").disabled = current >= steps.length;
    const seen = about.nodes.concat(about.changed).map((node) => arg.by_id.get(node));
    if (element("follow").checked && seen.length > 0) arg_picture.reveal(box_around(seen));
    document.body.dataset.step = String(current);
  }

  function go_to(step) {
    const wanted = Math.min(steps.length, Math.max(1, step));
    if (wanted === current || steps.length === 0) return;
    current = wanted;
    show_step();
  }

  function show_recording(index) {
    recording = data.recordings[index];
    steps = group(recording.events);
    current = 0;
    selected = null;
    element("slider").max = String(Math.max(1, steps.length));
    element("slider").min = "1";
    element("title").textContent = `Pendulum: ${recording.engine} over ${recording.theory}`;
    show_source();
    show_cfg();
    show_arg();
    arg_picture.fit(box_around(arg.nodes), least_scale);
    go_to(1);
    if (recording.cut > 0) element("count").title = recording.cut + " more events were not recorded";
  }

  function show_verdict() {
    if (!data.result) return;
    element("verdict").textContent = data.result.result;
    element("verdict").className = data.result.verdict;
    element("verdict").title = "judge: " + (data.result.judge.word || "nothing to judge") + " " + data.result.judge.by;
    for (const lemma of data.result.used_lemmas || [])
      element("verdict").title += `\nlemma of ${lemma.sender} at ${lemma.location}: ${lemma.formula}`;
    document.title = "Pendulum: " + data.result.input_files.join(" ");
  }

  const keys = {
    ArrowRight: () => go_to(current + 1), ArrowLeft: () => go_to(current - 1), " ": () => go_to(current + 1),
    Home: () => go_to(1), End: () => go_to(steps.length), PageDown: () => go_to(current + 10),
    PageUp: () => go_to(current - 10),
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;  // the space key presses the button
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  element("first").addEventListener("click", keys.Home);
  element("back").addEventListener("click", keys.ArrowLeft);
  element("forward").addEventListener("click", keys.ArrowRight);
  element("last").addEventListener("click", keys.End);
  element("slider").addEventListener("input", (event) => go_to(Number(event.target.value)));
  for (const button of document.querySelectorAll(".fit"))
    button.addEventListener("click", () => button.dataset.pane === "cfg" ? cfg_picture.fit(box_around(cfg.nodes, cfg.edges))
      : arg_picture.fit(box_around(arg.nodes.filter((node) => graph.nodes.has(node.id)))));

  show_verdict();
  if (data.recordings.length === 0) {
    element("step-title").textContent = "There is no recording: none of the engines that ran builds such a graph.";
    element("recording-choice").hidden = true;
    for (const id of ["first", "back", "forward", "last", "slider"]) element(id).disabled = true;
    for (const button of document.querySelectorAll(".fit")) button.disabled = true;
    return;
  }
  data.recordings.forEach((each, i) => make("option", { value: i }, element("recording"), each.engine));
  element("recording-choice").hidden = data.recordings.length < 2;
  element("recording").addEventListener("change", (event) => { show_recording(Number(event.target.value)); event.target.blur(); });
  show_recording(0);
})();
