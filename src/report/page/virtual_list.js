// A list that only contains the elements of the rows in sight, so that its length does not matter. All rows
// have the same height.
class VirtualList {
  // `render(index)` returns the element of a row.
  constructor(container, render) {
    this.container = container;
    this.render = render;
    this.count = 0;
    this.shown = new Map();
    this.spacer = make("div", { class: "spacer" }, container);
    container.addEventListener("scroll", () => this.update());
    new ResizeObserver(() => { this.row_height = 0; this.refresh(); }).observe(container);
  }

  height() {
    if (!this.row_height) {
      const font_size = parseFloat(getComputedStyle(this.container).fontSize);
      this.row_height = Math.round(font_size * 1.75);
      this.container.style.setProperty("--row", this.row_height + "px");
    }
    return this.row_height;
  }

  set_count(count) {
    this.count = count;
    this.refresh();
  }

  // Renders all rows in sight again.
  refresh() {
    this.spacer.style.height = this.count * this.height() + "px";
    for (const row of this.shown.values()) row.remove();
    this.shown.clear();
    this.update();
  }

  // Adds the rows that came into sight, and removes those that left it.
  update() {
    const height = this.height(), margin = 10;
    const first = Math.max(0, Math.floor(this.container.scrollTop / height) - margin);
    const end = Math.min(this.count, Math.ceil((this.container.scrollTop + this.container.clientHeight) / height) + margin);
    for (const [index, row] of this.shown) {
      if (index >= first && index < end) continue;
      row.remove();
      this.shown.delete(index);
    }
    for (let index = first; index < end; ++index) {
      if (this.shown.has(index)) continue;
      const row = this.render(index);
      row.style.transform = `translateY(${index * height}px)`;
      this.shown.set(index, row);
      this.spacer.appendChild(row);
    }
  }

  // Scrolls such that the row is in sight, with some rows before and after it.
  reveal(index) {
    const height = this.height(), box = this.container, top = index * height;
    const margin = Math.min(3 * height, Math.max(0, (box.clientHeight - height) / 2));
    if (top < box.scrollTop + margin) box.scrollTop = top - margin;
    else if (top + height > box.scrollTop + box.clientHeight - margin)
      box.scrollTop = top + height - box.clientHeight + margin;
    this.update();
  }
}
