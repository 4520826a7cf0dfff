import type { Pattern } from "./pattern.ts"

/** A route at the node of the tree where its path ends. */
export interface Leaf<T> {
  readonly value: T
  readonly names: readonly string[]
  /** For each name, the index of the segment with its value; for a wildcard, where the rest begins. */
  readonly positions: readonly number[]
  /** Number of segments before the wildcard, or -1. Of two matching wildcards, the greater wins. */
  readonly prefix: number
}

/**
 * A node of a method's tree of segments; the root is before the first segment. Each node has one depth and one path
 * from the root, so a lookup visits it at most once.
 */
export interface TreeNode<T> {
  /** The nodes after a literal, indexed by `bucketOf` of the literal. */
  literals: (LiteralEdge<T> | undefined)[] | undefined
  /** The node after a parameter. */
  parameter: TreeNode<T> | undefined
  /** The route whose path ends here. */
  end: Leaf<T> | undefined
  /** The route whose path ends here with a slash. */
  slash: Leaf<T> | undefined
  /** The route whose wildcard begins here. */
  rest: Leaf<T> | undefined
}

/** A literal that leads to a node, and the next one in its bucket. */
export interface LiteralEdge<T> {
  readonly text: string
  readonly node: TreeNode<T>
  readonly next: LiteralEdge<T> | undefined
}

const buckets = 64

/** The bucket of a literal. It needs only values that are known without slicing the segment out of the path. */
export function bucketOf(firstCode: number, length: number): number {
  return (firstCode + length * 5) % buckets
}

/** Creates a node without routes. */
export function createTreeNode<T>(): TreeNode<T> {
  return { literals: undefined, parameter: undefined, end: undefined, slash: undefined, rest: undefined }
}

/** Adds a route to the tree. The caller ensures that no route of the same shape exists. */
export function insertLeaf<T>(root: TreeNode<T>, pattern: Pattern, value: T): void {
  const { names, segments } = pattern
  const positions = segments.flatMap(({ kind }, index) => (kind === "literal" ? [] : [index]))
  const prefix = pattern.kind === "wildcard" ? segments.length - 1 : -1
  const leaf: Leaf<T> = { value, names, positions, prefix }
  let node = root
  for (const { kind, text } of segments) {
    if (kind === "wildcard") {
      node.rest = leaf
      return
    }
    if (text === "") {
      node.slash = leaf
      return
    }
    node = kind === "parameter" ? (node.parameter ??= createTreeNode()) : literalChild(node, text)
  }
  node.end = leaf
}

function literalChild<T>(node: TreeNode<T>, text: string): TreeNode<T> {
  node.literals ??= Array.from({ length: buckets }, () => undefined)
  const bucket = bucketOf(text.charCodeAt(0), text.length)
  const first = node.literals[bucket]
  for (let edge = first; edge !== undefined; edge = edge.next) if (edge.text === text) return edge.node
  const child = createTreeNode<T>()
  node.literals[bucket] = { text, node: child, next: first }
  return child
}
