import { routesNote, type ModuleGraph } from "./module-graph.ts"

/** The graph as Mermaid text: a subgraph for each module with its declarations, and arrows to their dependencies. */
export function mermaid({ boxes, arrows, services }: ModuleGraph): string {
  const ids = new Map<string, string>()
  const idOf = (...names: readonly string[]) => {
    const key = names.join("\0")
    if (!ids.has(key)) ids.set(key, `n${ids.size}`)
    return ids.get(key)!
  }
  const joined = new Set(
    services
      .filter(({ from, to }) => from.module !== to.module)
      .map(({ from, to }) => `${from.module}\0${to.module}`),
  )
  return [
    "flowchart LR",
    ...boxes.flatMap(({ name, declarations }) =>
      // A subgraph must not be empty.
      declarations.length === 0
        ? [`  ${idOf(name)}["${escapedForMermaid(name)}"]`]
        : [
            `  subgraph ${idOf(name)}["${escapedForMermaid(name)}"]`,
            ...declarations.map(
              (one) =>
                `    ${idOf(name, one.name)}${shaped(one.kind, escapedForMermaid(one.name) + routesNote(one.routes) + (one.exported ? " ⇥" : ""))}`,
            ),
            "  end",
          ],
    ),
    ...services.map(({ from, to }) => `  ${idOf(from.module, from.name)} --> ${idOf(to.module, to.name)}`),
    // If services already connect two modules, an arrow between the subgraphs is redundant.
    ...arrows
      .filter(({ from, to }) => !joined.has(`${from}\0${to}`))
      .map(({ from, to }) => `  ${idOf(from)} -.-> ${idOf(to)}`),
    "",
  ].join("\n")
}

function shaped(kind: string, text: string): string {
  if (kind === "controller") return `(["${text}"])`
  if (kind === "middleware") return `{{"${text}"}}`
  return kind === "provider" ? `[("${text}")]` : `["${text}"]`
}

function escapedForMermaid(text: string): string {
  return text
    .replaceAll("&", "#amp;")
    .replaceAll('"', "#quot;")
    .replaceAll("<", "#lt;")
    .replaceAll(">", "#gt;")
}
