import type { ModuleArrow } from "./module-graph.ts"
import type { PlacedArrow, PlacedBox, Point } from "./placed-graph.ts"

const titleMiddle = 15

/**
 * Routes arrows from the right side of one box to the left side of another. Past a column of boxes an arrow runs
 * horizontally, at its assigned height. It bends only between columns, so it crosses no box.
 */
export function routeArrows(
  boxes: readonly PlacedBox[],
  ways: readonly { readonly arrow: ModuleArrow; readonly points: readonly Point[] }[],
): readonly PlacedArrow[] {
  const byName = new Map(boxes.map((box) => [box.box.name, box]))
  const starts = startsOf(byName, ways)
  return ways.map(({ arrow, points }) => {
    const start = starts.get(arrow)!
    const to = byName.get(arrow.to)!
    const end = { x: to.x, y: to.y + titleMiddle }
    // Arrows also run horizontally beside boxes that are narrower than their column.
    const leave = { x: edgesOf(middleOf(byName.get(arrow.from)!), boxes).right, y: start.y }
    const enter = { x: edgesOf(middleOf(to), boxes).left, y: end.y }
    const passed = points.flatMap((point) => levelPiece(point, boxes))
    return { arrow, points: [start, leave, ...passed, enter, end] }
  })
}

/** The start points of arrows: spread over the side of the box, in the order of their targets. */
function startsOf(
  boxes: ReadonlyMap<string, PlacedBox>,
  ways: readonly { readonly arrow: ModuleArrow; readonly points: readonly Point[] }[],
): ReadonlyMap<ModuleArrow, Point> {
  const starts = new Map<ModuleArrow, Point>()
  for (const [name, { x, y, width, height }] of boxes) {
    const leaving = ways
      .filter(({ arrow }) => arrow.from === name)
      .toSorted((a, b) => (a.points[0]?.y ?? 0) - (b.points[0]?.y ?? 0))
    const step = height / (leaving.length + 1)
    leaving.forEach(({ arrow }, at) => starts.set(arrow, { x: x + width, y: y + step * (at + 1) }))
  }
  return starts
}

/** A horizontal piece as wide as the column; empty between columns, where an arrow may bend. */
function levelPiece(point: Point, boxes: readonly PlacedBox[]): readonly Point[] {
  const { left, right } = edgesOf(point.x, boxes)
  if (left === right) return []
  return [
    { x: left, y: point.y },
    { x: right, y: point.y },
  ]
}

/** The edges of the column with this middle; without a column, the middle itself. */
function edgesOf(
  middle: number,
  boxes: readonly PlacedBox[],
): { readonly left: number; readonly right: number } {
  const widths = boxes.filter((box) => Math.abs(middleOf(box) - middle) < 1).map(({ width }) => width)
  const half = Math.max(0, ...widths) / 2
  return { left: middle - half, right: middle + half }
}

function middleOf({ x, width }: PlacedBox): number {
  return x + width / 2
}
