/** An SVG file in the colors of the plots, which follow the reader's system. */
export function svgFile(title: string, about: string, width: number, height: number, shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(about)}</desc>
<style>
text { font: 14px system-ui, sans-serif; fill: #1f2328; }
.head { font-weight: 600; }
.small { font-size: 13px; fill: #57606a; }
.fault { fill: #a40e26; }
.code { font-family: ui-monospace, monospace; font-size: 13px; }
.paper { fill: #ffffff; stroke: #d0d7de; }
.box { fill: #f6f8fa; stroke: #8c959f; }
.span { fill: #dbe9f9; stroke: #0b5cad; }
.line { stroke: #57606a; stroke-width: 1.5; fill: none; }
.lane { stroke: #b6bec7; stroke-dasharray: 3 4; }
.missing { stroke: #a40e26; stroke-dasharray: 5 4; }
.tip { fill: #57606a; }
.missing-tip { fill: #a40e26; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .small { fill: #a3adb8; }
  .fault { fill: #ff9ba5; }
  .paper { fill: #1b1b1f; stroke: #3c434b; }
  .box { fill: #24262c; stroke: #6e7781; }
  .span { fill: #17334f; stroke: #6cb0ff; }
  .line { stroke: #a3adb8; }
  .lane { stroke: #4b535c; }
  .missing { stroke: #ff9ba5; }
  .tip { fill: #a3adb8; }
  .missing-tip { fill: #ff9ba5; }
}
</style>
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${shapes}
</svg>
`
}

/** A line of text. `style` names classes of the style sheet. */
export function label(x: number, y: number, text: string, style = "", anchor = "middle"): string {
  return `<text class="${style}" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`
}

/** A rectangle with rounded corners. */
export function box(x: number, y: number, width: number, height: number, style = "box"): string {
  return `<rect class="${style}" x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>`
}

/** A horizontal arrow. */
export function arrow(from: number, to: number, y: number, style = ""): string {
  const back = to > from ? -8 : 8
  return `<path class="line ${style}" d="M${from} ${y}H${to + back}"/><path class="${style === "missing" ? "missing-tip" : "tip"}" d="M${to} ${y}l${back} -4v8z"/>`
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
