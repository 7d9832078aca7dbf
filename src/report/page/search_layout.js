// Groups the events of a recorded search into steps, and lays out graphs.

// Maximum number of nodes for the dagre layout, which is slow for more. Larger graphs get a tree layout.
const max_dagre_nodes = 700;

// ---- steps ---------------------------------------------------------------------------------------------------

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

// ---- layout --------------------------------------------------------------------------------------------------

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
