import { bucketOf, type Leaf, type TreeNode } from "./route-tree.ts"

// State of the running search. It is module state, so that a lookup allocates only its result; this is safe because a
// search is synchronous and calls no foreign code. Segment `i` of the path begins at `starts[i]` and ends before the
// slash at `starts[i + 1] - 1`. This depends on the path alone, so a failed branch leaves nothing invalid behind, and a
// long segment is scanned once for all branches.
const starts: number[] = Array.from({ length: 64 }, () => 1)
let scanned = 0
let wildcard: Leaf<unknown> | undefined

/** Finds a path's route: patterns first, preferring literals to parameters from the left, then the longest wildcard. */
export function searchTree<T>(root: TreeNode<T>, path: string): Leaf<T> | undefined {
  if (path.charCodeAt(0) !== 47) return undefined
  scanned = 0
  wildcard = undefined
  const found = walk(root, path, 0) ?? wildcard
  // Do not keep a table alive after it is dropped.
  wildcard = undefined
  return found
}

function walk<T>(from: TreeNode<T>, path: string, fromDepth: number): Leaf<T> | undefined {
  let node = from
  let depth = fromDepth
  for (;;) {
    const start = starts[depth]!
    if (start > path.length) return node.end
    if (node.rest !== undefined && (wildcard === undefined || wildcard.prefix < depth)) wildcard = node.rest
    const end = segmentEnd(path, start, depth)
    if (start === end) return start === path.length ? node.slash : undefined
    depth++
    const literal = findLiteral(node, path, start, end)
    const { parameter } = node
    if (literal !== undefined && parameter !== undefined) {
      const found = walk(literal, path, depth)
      if (found !== undefined) return found
      node = parameter
    } else {
      const next = literal ?? parameter
      if (next === undefined) return undefined
      node = next
    }
  }
}

function segmentEnd(path: string, start: number, segment: number): number {
  if (segment < scanned) return starts[segment + 1]! - 1
  const slash = path.indexOf("/", start)
  const end = slash === -1 ? path.length : slash
  scanned = segment + 1
  starts[scanned] = end + 1
  return end
}

function findLiteral<T>(
  node: TreeNode<T>,
  path: string,
  start: number,
  end: number,
): TreeNode<T> | undefined {
  const { literals } = node
  if (literals === undefined) return undefined
  let edge = literals[bucketOf(path, start, end, literals.length)]
  for (; edge !== undefined; edge = edge.next) {
    if (edge.text.length === end - start && path.slice(start, end) === edge.text) return edge.node
  }
  return undefined
}

/** The parameters, not decoded, of the leaf that the last search found for this path. */
export function valuesOf(leaf: Leaf<unknown>, path: string): string[] {
  // Array literals, because growing an array costs as much as the search.
  switch (leaf.positions.length) {
    case 0:
      return []
    case 1:
      return [valueAt(leaf, path, 0)]
    case 2:
      return [valueAt(leaf, path, 0), valueAt(leaf, path, 1)]
    case 3:
      return [valueAt(leaf, path, 0), valueAt(leaf, path, 1), valueAt(leaf, path, 2)]
    default:
      return leaf.positions.map((_, index) => valueAt(leaf, path, index))
  }
}

function valueAt(leaf: Leaf<unknown>, path: string, index: number): string {
  const segment = leaf.positions[index]!
  return segment === leaf.prefix
    ? path.slice(starts[segment])
    : path.slice(starts[segment], starts[segment + 1]! - 1)
}
