import { type Colours, coloursOfHue, palette } from "./colours.ts"
import { measures } from "./lay-out.ts"
import { routesNote } from "./module-graph.ts"
import type { PlacedArrow, PlacedBox, PlacedGraph, Point } from "./placed-graph.ts"

const letters = { controller: "C", middleware: "M", service: "S", provider: "P" } as const

const legendHeight = 40

/** The class of each module that arrows lead to, with its colour. */
type Hues = ReadonlyMap<string, { readonly name: string; readonly colours: Colours }>

/**
 * Draws a graph as a self-contained SVG image: no fonts, no scripts. The attributes are its colours on a light page;
 * its style has those on a dark one. Programs that do not know styles draw the light picture.
 */
export function drawSvg({ width, height, boxes, arrows }: PlacedGraph): string {
  const wide = Math.ceil(Math.max(width, 760))
  const high = Math.ceil(height + legendHeight)
  const hues = huesOf(arrows)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif" font-size="12">`,
    `<style>${darkStyle(hues)}</style>`,
    `<rect width="${wide}" height="${high}" ${filled("page")}/>`,
    ...arrows.map((arrow) => drawArrow(arrow, hues)),
    ...boxes.map((box) => drawBox(box, hues)),
    drawLegend(high - legendHeight / 2),
    "</svg>",
    "",
  ].join("\n")
}

/** One colour for all arrows to a module, so that they can be followed where they cross. */
function huesOf(arrows: readonly PlacedArrow[]): Hues {
  const targets = [...new Set(arrows.map(({ arrow }) => arrow.to))].toSorted()
  // Steps of the golden angle give neighbours in the list very different colours.
  return new Map(
    targets.map((target, at) => [
      target,
      { name: `m${at}`, colours: coloursOfHue(Math.round(at * 137.5) % 360) },
    ]),
  )
}

function darkStyle(hues: Hues): string {
  const rules = [
    ...Object.entries(palette).map(([role, { dark }]) => `.${role}{fill:${dark}}`),
    `.plain{color:${palette.quiet.dark}}`,
    ...[...hues.values()].map(({ name, colours }) => `.${name}{color:${colours.dark}}`),
  ]
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`
}

function filled(role: keyof typeof palette): string {
  return `class="${role}" fill="${palette[role].light}"`
}

/** The colour of a group, which its parts take with `currentColor`. */
function coloured(module: string, hues: Hues): string {
  const { name, colours } = hues.get(module) ?? { name: "plain", colours: palette.quiet }
  return `class="${name}" color="${colours.light}"`
}

function drawArrow({ arrow, points }: PlacedArrow, hues: Hues): string {
  const used = arrow.uses.length > 0
  const told = used ? `uses ${arrow.uses.join(", ")}` : "imports it"
  return [
    `<g ${coloured(arrow.to, hues)}><title>${escapedForSvg(`${arrow.from} → ${arrow.to}: ${told}`)}</title>`,
    `<path d="${curve(points)}" fill="none" stroke="currentColor" stroke-width="${used ? 1.6 : 1.1}"${used ? "" : ' stroke-dasharray="4 4"'} opacity="0.85"/>`,
    `<path d="${head(points)}" fill="currentColor"/></g>`,
  ].join("")
}

function curve([first, ...rest]: readonly Point[]): string {
  if (first === undefined) return ""
  let from = first
  const pieces = rest.map((to) => {
    const middle = (from.x + to.x) / 2
    const piece = `C${round(middle)} ${round(from.y)} ${round(middle)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`
    from = to
    return piece
  })
  return `M${round(first.x)} ${round(first.y)}${pieces.join("")}`
}

function head(points: readonly Point[]): string {
  const { x, y } = points.at(-1) ?? { x: 0, y: 0 }
  const back = (points.at(-2)?.x ?? 0) <= x ? -8 : 8
  return `M${round(x)} ${round(y)}l${back} -4v8z`
}

function drawBox({ box, x, y, width, height }: PlacedBox, hues: Hues): string {
  const { title, row, padding } = measures
  const rows = box.declarations.map(({ name, kind, exported, routes }, at) => {
    const middle = y + title + padding / 2 + at * row + row / 2
    const note =
      Object.keys(routes).length > 0 ? `<tspan ${filled("quiet")}>${routesNote(routes)}</tspan>` : ""
    return [
      badge(x + padding + 7, middle, kind),
      `<text x="${round(x + padding + 20)}" y="${round(middle + 4)}" ${filled("name")}${exported ? ' font-weight="600"' : ""}>${escapedForSvg(name)}${note}</text>`,
      ...(exported
        ? [`<text x="${round(x + width - 16)}" y="${round(middle + 4)}" fill="currentColor">⇥</text>`]
        : []),
    ].join("")
  })
  return [
    `<g ${coloured(box.name, hues)}><rect x="${round(x)}" y="${round(y)}" width="${width}" height="${height}" rx="7" ${filled("box")} stroke="currentColor" stroke-width="1.4"/>`,
    `<path d="M${round(x)} ${round(y + title)}v${7 - title}a7 7 0 0 1 7 -7h${width - 14}a7 7 0 0 1 7 7v${title - 7}z" fill="currentColor"/>`,
    `<text x="${round(x + padding + 2)}" y="${round(y + 20)}" ${filled("page")} font-size="14" font-weight="600">${escapedForSvg(box.name)}</text>`,
    ...rows,
    "</g>",
  ].join("\n")
}

function badge(x: number, y: number, kind: keyof typeof letters): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="7" ${filled(kind)}/><text x="${round(x)}" y="${round(y + 3.2)}" ${filled("page")} font-size="9" text-anchor="middle">${letters[kind]}</text>`
}

function drawLegend(y: number): string {
  const kinds = Object.keys(letters) as (keyof typeof letters)[]
  const shown = kinds.map(
    (kind, at) =>
      `${badge(28 + at * 105, y, kind)}<text x="${41 + at * 105}" y="${y + 4}" ${filled("quiet")}>${kind}</text>`,
  )
  const rest = "⇥ exported · line: uses a service of · dashed: imports only"
  return `<g>${shown.join("")}<text x="450" y="${y + 4}" ${filled("quiet")}>${rest}</text></g>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escapedForSvg(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}
