// The tab that plays back a recorded search: the steps of the engine, the control-flow graph, and the abstract
// reachability graph after the current step.

// Maximum number of characters in a line of an edge label, and of lines; the rest is in the tooltip.
const label_width = 36, max_label_lines = 12;

// Shows the first recording. The tab has to be in sight, because pictures are fitted to its size. Returns the
// actions of the keys.
function make_search_view(recordings) {
  const cfg_picture = new Picture(by_id("cfg")), arg_picture = new Picture(by_id("arg"));
  let recording, source, steps = [], current = 0, selected = null, cfg = null, arg = null, graph = null;

  const location_name = (id) => recording.program.locations[id].name;

  function show_cfg() {
    const program = recording.program, is_large = program.locations.length > 150;
    const edge_lines = (edge) => is_large ? [] : wrap_text([edge.text, edge.violation].filter(Boolean).join("\n"),
      label_width, max_label_lines);
    const nodes = program.locations.map((location, id) => {
      const name = shorten(location.name, 26);
      return { id, name, width: Math.max(40, 8 * name.length + 14), height: 22 };
    });
    const edges = program.edges.map((edge) => {
      const lines = edge_lines(edge);
      return { source: edge.source, target: edge.target, lines, title: [edge.text, edge.violation].filter(Boolean).join("\n"),
        width: 6.2 * Math.max(0, ...lines.map((line) => line.length)) + 6, height: 11 * lines.length };
    });
    lay_out(nodes, edges);
    const root = cfg_picture.clear();
    cfg = { nodes, edges };
    for (const edge of edges) {
      edge.drawn = draw_edge(root, edge, "cfg", edge.lines);
      make("title", {}, edge.drawn, edge.title);
    }
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
    const nodes = [], edges = [], node_of = new Map();
    for (const step of steps) {
      for (const event of step) {
        if (event.event === "node") {
          const node = { id: event.node, location: event.location, width: 150, height: 36 };
          node_of.set(event.node, node);
          nodes.push(node);
        } else if (event.event === "edge") {
          edges.push({ source: event.source, target: event.target, action: event.action });
        }
      }
    }
    lay_out(nodes, edges);
    const root = arg_picture.clear();
    arg = { nodes, edges, node_of, covers: make("g", {}, root) };
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
    by_id("search-source").replaceChildren();
    source = new SourceView(by_id("search-source"), recording.sources, () => {});
    if (recording.sources.length > 0) source.show(recording.sources[0].file);
  }

  const show_lines = (places) => source.highlight(places, "");

  // The title and text of a step, the nodes and edges that it involves, and the nodes that it changes.
  function describe(step) {
    const first = step[0], about = { title: "", nodes: [], changed: [], edges: [], rows: [] };
    const name = (node) => `${node} (${location_name(arg.node_of.get(node).location)})`;
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
    if (selected === null || !node) { by_id("node-text").textContent = "click on a node"; return; }
    const rows = [["node", String(selected)], ["location", location_name(node.location)], ["label ψ", node.label]];
    if (node.origin) rows.push(["label by", node.origin]);
    if (node.covered_by.length > 0) rows.push(["covered by", node.covered_by.join(", ")]);
    const incoming = graph.edges.filter((edge) => edge.target === selected);
    for (const edge of incoming) rows.push(["from " + edge.source, recording.program.edges[edge.action].text || "true"]);
    const at = recording.program.locations[node.location].at;
    if (at) rows.push(["source", at.file + ":" + at.line]);
    show_rows(by_id("node-text"), rows);
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
        const from = arg.node_of.get(id), to = arg.node_of.get(by);
        const middle = { x: (from.x + to.x) / 2 + (from.y - to.y) / 4, y: (from.y + to.y) / 2 };
        const start_x = from.x, end_x = to.x + (from.x > to.x ? to.width / 2 : -to.width / 2);
        const group = make("g", { class: "cover" }, arg.covers);
        make("path", { d: `M${start_x},${from.y - from.height / 2}Q${middle.x},${middle.y} ${end_x},${to.y}`,
          "marker-end": "url(#arg-head-cover)" }, group);
      }
    }
  }

  function update_cfg(about) {
    const places = new Set(about.nodes.concat(about.changed).map((node) => arg.node_of.get(node).location));
    for (const node of cfg.nodes) node.drawn.classList.toggle("current", places.has(node.id));
    const actions = new Set(about.edges.map((edge) => edge.action));
    cfg.edges.forEach((edge, i) => edge.drawn.classList.toggle("current", actions.has(i)));
    const lines = [...actions].map((action) => recording.program.edges[action].at);
    for (const place of places) lines.push(recording.program.locations[place].at);
    show_lines(lines);
    const seen = cfg.nodes.filter((node) => places.has(node.id));
    if (by_id("follow").checked && seen.length > 0) cfg_picture.reveal(box_around(seen));
  }

  function show_step() {
    graph = replay(steps, current);
    const about = describe(steps[current - 1]);
    by_id("step-title").textContent = about.title;
    show_rows(by_id("step-text"), about.rows);
    update_graph(about);
    update_cfg(about);
    show_node();
    by_id("slider").value = String(current);
    by_id("count").textContent = `step ${current} of ${steps.length}`;
    by_id("first").disabled = by_id("back").disabled = current <= 1;
    by_id("last").disabled = by_id("forward").disabled = current >= steps.length;
    const seen = about.nodes.concat(about.changed).map((node) => arg.node_of.get(node));
    if (by_id("follow").checked && seen.length > 0) arg_picture.reveal(box_around(seen));
    document.body.dataset.step = String(current);
  }

  function go_to(step) {
    const wanted = Math.min(steps.length, Math.max(1, step));
    if (wanted === current || steps.length === 0) return;
    current = wanted;
    show_step();
  }

  function show_recording(index) {
    recording = recordings[index];
    steps = group(recording.events);
    current = 0;
    selected = null;
    by_id("slider").max = String(Math.max(1, steps.length));
    by_id("slider").min = "1";
    by_id("title").textContent = `${recording.engine} over ${recording.theory}`;
    show_source();
    show_cfg();
    show_arg();
    arg_picture.fit(box_around(arg.nodes), least_scale);
    go_to(1);
    if (recording.cut > 0) by_id("count").title = recording.cut + " more events were not recorded";
  }

  const keys = {
    ArrowRight: () => go_to(current + 1), ArrowLeft: () => go_to(current - 1), " ": () => go_to(current + 1),
    Home: () => go_to(1), End: () => go_to(steps.length), PageDown: () => go_to(current + 10),
    PageUp: () => go_to(current - 10), j: () => go_to(current + 1), k: () => go_to(current - 1),
  };

  // The tab without a recording.
  function show_nothing() {
    by_id("search").classList.add("empty");
    by_id("step-title").textContent = "There is no recording of a search. With --evidence, the engines that build an abstract " +
      "reachability graph write one when they end by themselves: lazy, impact, ufo and its variants.";
  }

  function connect_controls() {
    by_id("first").addEventListener("click", keys.Home);
    by_id("back").addEventListener("click", keys.ArrowLeft);
    by_id("forward").addEventListener("click", keys.ArrowRight);
    by_id("last").addEventListener("click", keys.End);
    by_id("slider").addEventListener("input", (event) => go_to(Number(event.target.value)));
    for (const button of document.querySelectorAll(".fit"))
      button.addEventListener("click", () => button.dataset.pane === "cfg" ? cfg_picture.fit(box_around(cfg.nodes, cfg.edges))
        : arg_picture.fit(box_around(arg.nodes.filter((node) => graph.nodes.has(node.id)))));
    recordings.forEach((each, i) => make("option", { value: i }, by_id("recording"), each.engine));
    by_id("recording-choice").hidden = recordings.length < 2;
    by_id("recording").addEventListener("change", (event) => { show_recording(Number(event.target.value)); event.target.blur(); });
  }

  if (recordings.length === 0) {
    show_nothing();
    return { keys: {} };
  }
  connect_controls();
  show_recording(0);
  return { keys };
}
