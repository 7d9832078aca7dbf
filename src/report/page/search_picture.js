// Draws graphs as SVG pictures that the user can move and zoom.

// Minimum initial scale, relative to the font size of the page: the text stays readable even if the picture
// does not fit. The button `fit` shows the whole picture.
const least_scale = 0.85;

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
      const marker = make("marker", { id: id + "-" + kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8,
        markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, defs);
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
