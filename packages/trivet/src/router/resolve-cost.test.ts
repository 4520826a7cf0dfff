import { describe, expect, it } from "vitest"
import { parsePattern } from "./pattern.ts"
import { findMethods, resolve } from "./resolve.ts"
import { addRoute, createRouteTable, type RouteTable } from "./route-table.ts"
import type { TreeNode } from "./route-tree.ts"

/** A path that counts the characters that are read of it: the router runs as it is, and nothing in it is slower. */
class CountedPath {
  readonly text: string
  readonly length: number
  reads = 0

  constructor(text: string) {
    this.text = text
    this.length = text.length
  }

  charCodeAt(index: number): number {
    this.reads++
    return this.text.charCodeAt(index)
  }

  indexOf(search: string, from: number): number {
    const index = this.text.indexOf(search, from)
    this.reads += (index === -1 ? this.length : index) - from
    return index
  }

  includes(search: string): boolean {
    this.reads += this.length
    return this.text.includes(search)
  }

  slice(start: number, end?: number): string {
    const cut = this.text.slice(start, end)
    this.reads += cut.length
    return cut
  }

  toString(): string {
    this.reads += this.length
    return this.text
  }
}

/** Counts visits of nodes: every visit reads the node's parameter or its end. */
function countVisits(node: TreeNode<unknown>, count: () => void): number {
  const children: TreeNode<unknown>[] = node.parameter === undefined ? [] : [node.parameter]
  for (const bucket of node.literals ?? []) {
    for (let edge = bucket; edge !== undefined; edge = edge.next) children.push(edge.node)
  }
  for (const key of ["parameter", "end"] as const) {
    const value = node[key]
    Object.defineProperty(node, key, {
      get: () => {
        count()
        return value
      },
    })
  }
  return children.reduce((total, child) => total + countVisits(child, count), 1)
}

// Every path over two choices per segment, so that a call of `a`s tries all of them: 511 patterns that end in `end`.
function adversarialTable(): RouteTable<string> {
  const table = createRouteTable<string>({ cache: false })
  for (let bits = 1; bits < 512; bits++) {
    const segments = Array.from({ length: 9 }, (_, i) => (bits & (1 << i) ? `:p${i}` : "a")).join("/")
    addRoute(table, "GET", parsePattern(`/${segments}/:last/end`), segments)
    addRoute(table, "GET", parsePattern(`/${segments}/*`), segments)
  }
  return table
}

function stepsFor(text: string): { reads: number; visits: number; nodes: number } {
  const table = adversarialTable()
  const path = new CountedPath(text)
  let visits = 0
  const root = table.methods.get("GET")?.root
  const nodes = root === undefined ? 0 : countVisits(root, () => visits++)
  resolve(table, "GET", path as unknown as string)
  return { reads: path.reads, visits, nodes }
}

describe("the steps of resolve", () => {
  const prefix = "/a/a/a/a/a/a/a/a/a"
  const shapes: [string, (length: number) => string][] = [
    ["one long segment after many choices", (length) => `${prefix}/${"x".repeat(length)}/no`],
    ["one long segment at the front", (length) => `/${"x".repeat(length)}/a/a`],
    ["nothing but short segments", (length) => "/a".repeat(length / 2)],
    ["nothing but slashes", (length) => "/".repeat(length)],
    ["nothing but escapes", (length) => `${prefix}/${"%41".repeat(length / 3)}`],
    ["a match below many choices", (length) => `${prefix.replace("/a", "/b")}/${"x".repeat(length)}/end`],
  ]

  it.each(shapes)("grow with the length of a path at most: %s", (_, shape) => {
    const [short, long] = [stepsFor(shape(8192)), stepsFor(shape(16_384))]
    expect(long.reads - short.reads).toBeLessThanOrEqual(4 * 8200)
    expect(long.reads).toBeLessThanOrEqual(4 * 16_384 + 4 * long.nodes)
    expect(long.visits).toBe(short.visits)
    expect(long.visits).toBeLessThanOrEqual(long.nodes)
  })

  it("visits all branches of the adversarial table, so that the counts mean something", () => {
    const { visits, nodes } = stepsFor(`${prefix}/x/no`)
    expect(nodes).toBeGreaterThan(1000)
    expect(visits).toBeGreaterThan(1000)
  })

  it("looks for methods without reading more", () => {
    const path = new CountedPath(`${prefix}/${"x".repeat(16_384)}/no`)
    expect(findMethods(adversarialTable(), path as unknown as string)).toEqual(["GET"])
    expect(path.reads).toBeLessThanOrEqual(2 * 16_384 + 20_000)
  })
})

describe("the cache of resolve", () => {
  it("leaves out long paths and calls that find nothing", () => {
    const table = createRouteTable<string>()
    addRoute(table, "GET", parsePattern("/a/:x"), "a")
    for (const path of [`/a/${"x".repeat(300)}`, "/none", "/a/1/2"]) {
      for (let i = 0; i < 50; i++) resolve(table, "GET", path)
    }
    expect(table.cache?.slots.some((slot) => slot !== undefined)).toBe(false)
  })
})

describe("a node with thousands of literals", () => {
  it("is searched with a few comparisons, whatever the literals have in common", () => {
    const table = createRouteTable<string>({ cache: false })
    for (let at = 0; at < 2_000; at++) addRoute(table, "GET", parsePattern(`/things-${at}/:id`), `${at}`)
    for (let at = 0; at < 2_000; at += 7) {
      const path = new CountedPath(`/things-${at}/1`)
      expect(resolve(table, "GET", path as unknown as string)?.value).toBe(`${at}`)
      expect(path.reads).toBeLessThan(path.length * 8)
    }
  })

  it("does not grow without end if the hash cannot tell them apart", () => {
    const table = createRouteTable<string>({ cache: false })
    const names = Array.from({ length: 400 }, (_, at) => `a-${String(at).padStart(3, "0")}-bbbbbbbbbbbbb`)
    for (const name of names) addRoute(table, "GET", parsePattern(`/${name}/:id`), name)
    for (const name of names) expect(resolve(table, "GET", `/${name}/1`)?.value).toBe(name)
    expect(table.methods.get("GET")!.root.literals!.length).toBeLessThan(400 * 70)
  })
})
