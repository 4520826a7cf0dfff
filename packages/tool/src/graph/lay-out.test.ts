import { describe, expect, it } from "vitest"
import { drawSvg } from "./draw-svg.ts"
import { layOut } from "./lay-out.ts"
import type { ModuleGraph } from "./module-graph.ts"
import type { PlacedBox, Point } from "./placed-graph.ts"

/** A graph of some size, the same for the same seed: modules import earlier ones. */
function graphOf(count: number, seed: number): ModuleGraph {
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const names = Array.from({ length: count }, (_, at) => `module-${"x".repeat(random(8))}${at}`)
  return {
    boxes: names.map((name) => ({
      name,
      declarations: Array.from({ length: random(6) }, (_, at) => ({
        name: `Service${"y".repeat(random(20))}${at}`,
        kind: "service" as const,
        exported: at === 0,
        routes: {},
      })),
    })),
    arrows: names.flatMap((from, at) => {
      const targets = new Set(Array.from({ length: random(5) }, () => names[random(at)]!))
      return at === 0 ? [] : [...targets].map((to) => ({ from, to, uses: [] }))
    }),
    services: [],
  }
}

/** Points along an arrow, as it is drawn: level tangents at every point. */
function along(points: readonly Point[]): Point[] {
  return points.slice(1).flatMap((to, at) => {
    const from = points[at]!
    return Array.from({ length: 41 }, (_, step) => {
      const t = step / 40
      const ease = 3 * (1 - t) * t ** 2 + t ** 3
      const middle = (from.x + to.x) / 2
      const x = (1 - t) ** 3 * from.x + 3 * (1 - t) * t * middle + t ** 3 * to.x
      return { x, y: from.y + (to.y - from.y) * ease }
    })
  })
}

function holds({ x, y, width, height }: PlacedBox, point: Point): boolean {
  return point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1
}

describe("layOut", () => {
  it.each([
    [5, 1],
    [30, 2],
    [30, 3],
    [60, 4],
  ])("lets no two of %i boxes overlap and no arrow cross a box (%i)", (count, seed) => {
    const { boxes, arrows } = layOut(graphOf(count, seed))
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y
        expect(apart, `${one.box.name} and ${other.box.name}`).toBe(true)
      }
    }
    for (const { arrow, points } of arrows) {
      const crossed = boxes.filter((box) => along(points).some((point) => holds(box, point)))
      expect(
        crossed.map(({ box }) => box.name),
        `${arrow.from} → ${arrow.to}`,
      ).toEqual([])
    }
  })

  it("puts what is imported to the right of what imports it", () => {
    const { boxes, arrows } = layOut(graphOf(30, 5))
    const left = new Map(boxes.map(({ box, x }) => [box.name, x]))
    for (const { arrow } of arrows) expect(left.get(arrow.from)!).toBeLessThan(left.get(arrow.to)!)
  })
})

describe("drawSvg", () => {
  it("escapes what names may hold, and draws each box and arrow once", () => {
    const box = { name: '<a & "b">', declarations: [] }
    const graph = {
      boxes: [box, { ...box, name: "c" }],
      arrows: [{ from: "c", to: box.name, uses: [] }],
      services: [],
    }
    const svg = drawSvg(layOut(graph))
    expect(svg).toContain("&lt;a &amp; &quot;b&quot;&gt;</text>")
    expect(svg.match(/<title>/g)).toHaveLength(1)
    expect(svg).toContain("stroke-dasharray")
  })
})
