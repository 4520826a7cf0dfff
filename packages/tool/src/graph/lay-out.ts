import * as dagre from "@dagrejs/dagre"
import { routesNote, type ModuleBox, type ModuleGraph } from "./module-graph.ts"
import type { PlacedGraph, Point } from "./placed-graph.ts"
import { routeArrows } from "./route-arrows.ts"

// Declared here, because the library's own declarations import each other without extensions and do not resolve.
interface Dagre {
  readonly Graph: new () => DagreGraph
  readonly layout: (graph: DagreGraph) => void
}

interface DagreGraph {
  setGraph(settings: Readonly<Record<string, string | number>>): void
  setNode(name: string, size: { readonly width: number; readonly height: number }): void
  setEdge(from: string, to: string, label: object): void
  graph(): { readonly width?: number; readonly height?: number }
  node(name: string): Point & { readonly width: number; readonly height: number }
  edge(from: string, to: string): { readonly points: readonly Point[] }
}

const { Graph, layout } = dagre as unknown as Dagre

/** The dimensions of a box, shared with the drawing. */
export const measures = { title: 30, row: 20, padding: 8, letter: 7.3, titleLetter: 8.6 } as const

/** Places every box, with importing modules to the left of imported ones, and routes every arrow. */
export function layOut({ boxes, arrows }: ModuleGraph): PlacedGraph {
  const graph = new Graph()
  graph.setGraph({
    rankdir: "LR",
    nodesep: 22,
    ranksep: 90,
    edgesep: 10,
    marginx: 20,
    marginy: 20,
    ranker: "network-simplex",
  })
  for (const box of boxes) graph.setNode(box.name, sizeOf(box))
  for (const { from, to } of arrows) graph.setEdge(from, to, {})
  layout(graph)
  const placed = boxes.map((box) => {
    const { x, y, width, height } = graph.node(box.name)
    return { box, x: x - width / 2, y: y - height / 2, width, height }
  })
  const ways = arrows.map((arrow) => {
    const { points } = graph.edge(arrow.from, arrow.to)
    return { arrow, points: points.slice(1, -1) }
  })
  const size = graph.graph()
  return {
    width: size.width ?? 0,
    height: size.height ?? 0,
    boxes: placed,
    arrows: routeArrows(placed, ways),
  }
}

function sizeOf({ name, declarations }: ModuleBox): { width: number; height: number } {
  const { title, row, padding, letter, titleLetter } = measures
  const rows = declarations.map((one) => (one.name + routesNote(one.routes)).length * letter + 54)
  return {
    width: Math.ceil(Math.max(110, name.length * titleLetter + 2 * padding + 8, ...rows)),
    height: title + declarations.length * row + (declarations.length > 0 ? padding : 0),
  }
}
