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
  literals: Literals<T> | undefined
  /** The node after a parameter. */
  parameter: TreeNode<T> | undefined
  /** The route whose path ends here. */
  end: Leaf<T> | undefined
  /** The route whose path ends here with a slash. */
  slash: Leaf<T> | undefined
  /** The route whose wildcard begins here. */
  rest: Leaf<T> | undefined
}

type Literals<T> = (LiteralEdge<T> | undefined)[]

/** A literal that leads to a node, and the next one in its bucket. */
export interface LiteralEdge<T> {
  readonly text: string
  readonly node: TreeNode<T>
  readonly next: LiteralEdge<T> | undefined
}

/** The buckets of a node, until one of them has this many literals. Then their number grows, and the hash is better. */
const fewBuckets = 64
const longestChain = 4

/** The bucket of the literal that stands in a path. It is not sliced out of the path, which would cost more than the rest. */
export function bucketOf(path: string, start: number, end: number, buckets: number): number {
  return buckets === fewBuckets
    ? (path.charCodeAt(start) + (end - start) * 5) % fewBuckets
    : segmentPrint(path, start, end) & (buckets - 1)
}

/** A hash of the length and of five characters: `things-1` to `things-999` differ at the end. */
function segmentPrint(path: string, start: number, end: number): number {
  const last = end - 1
  const near = path.charCodeAt(last) ^ (path.charCodeAt(Math.max(start, last - 1)) << 7)
  const third = path.charCodeAt(Math.max(start, last - 2)) << 14
  const far = path.charCodeAt(start) ^ (path.charCodeAt((start + last) >> 1) << 7)
  const mixed = Math.imul(Math.imul(near ^ third, 0x9e3779b1) ^ far ^ ((end - start) << 14), 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
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
  const literals = (node.literals ??= emptyBuckets(fewBuckets))
  let length = 1
  for (
    let edge = literals[bucketOf(text, 0, text.length, literals.length)];
    edge !== undefined;
    edge = edge.next
  ) {
    if (edge.text === text) return edge.node
    length++
  }
  const child = createTreeNode<T>()
  addEdge(literals, text, child)
  if (length > longestChain) node.literals = withMoreBuckets(literals)
  return child
}

/** The same literals in at least four times as many buckets, or as they are if more buckets would not help. */
function withMoreBuckets<T>(literals: Literals<T>): Literals<T> {
  const edges = literals.flatMap((first) => [...chainOf(first)])
  if (edges.length * 16 < literals.length) return literals
  const more = emptyBuckets<T>(literals.length * 4)
  for (const { text, node } of edges) addEdge(more, text, node)
  return more
}

function addEdge<T>(literals: Literals<T>, text: string, node: TreeNode<T>): void {
  const bucket = bucketOf(text, 0, text.length, literals.length)
  literals[bucket] = { text, node, next: literals[bucket] }
}

function* chainOf<T>(first: LiteralEdge<T> | undefined): Generator<LiteralEdge<T>> {
  for (let edge = first; edge !== undefined; edge = edge.next) yield edge
}

function emptyBuckets<T>(count: number): Literals<T> {
  return Array.from({ length: count }, () => undefined)
}
