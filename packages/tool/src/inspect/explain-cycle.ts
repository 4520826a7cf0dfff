import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Finding } from "../check/finding.ts"
import { frameOf } from "./frame-of.ts"
import { shortPlace } from "./short-place.ts"
import type { SerializedError } from "./report.ts"

type Edges = readonly (readonly [from: string, to: string])[]

/** Explains a name that was accessed too early because of circular imports. */
export function explainCycle(error: SerializedError, imports: Edges): Finding | undefined {
  const [, name] = /^Cannot access '(.+?)' before initialization$/.exec(error.message) ?? []
  const [, url, line] = /(file:\/\/[^\s():]+):(\d+):\d+/.exec(error.stack) ?? []
  if (error.name !== "ReferenceError" || name === undefined || url === undefined) return undefined
  const circle = findCircle(url, name, imports)
  if (circle === undefined) return undefined
  const text = sourceAt(url).split("\n")[Number(line) - 1]?.trim() ?? ""
  const shown = [...circle, url].map((file) => shortPlace(file))
  return {
    severity: "fault",
    code: "IMPORT_CYCLE",
    subject: name,
    message: `\`${name}\` is read before it exists: the files import each other in a circle, so one of them runs before what it imports.`,
    where: frameOf(error),
    fix: fixFor(name, text, shown),
    chain: shown,
  }
}

function fixFor(name: string, line: string, [first = "", second = ""]: readonly string[]): string {
  const list = /\b(imports|exports|declarations):/.exec(line)?.[1]
  if (list !== undefined)
    return `Write the list as a function, \`${list}: () => […]\`: it is read after all files have run.`
  if (new RegExp(`\\bextends\\s+${name}\\b`).test(line))
    return `Move \`${name}\` into a file of its own that imports neither ${first} nor ${second}: a class must exist before another extends it.`
  return `Move \`${name}\` into a file of its own that imports neither ${first} nor ${second}, or read it later, inside a function.`
}

/** The shortest import cycle through a file; if there are several, one through the file that exports the name. */
function findCircle(from: string, name: string, imports: Edges): readonly string[] | undefined {
  const next = new Map<string, Set<string>>()
  for (const [parent, child] of imports) next.set(parent, (next.get(parent) ?? new Set()).add(child))
  const firsts = [...(next.get(from) ?? [])].toSorted(
    (a, b) => Number(exports(b, name)) - Number(exports(a, name)),
  )
  const circles = firsts.flatMap((first) => {
    const way = shortestWay(first, from, next)
    return way === undefined ? [] : [[from, ...way]]
  })
  return circles.find((circle) => circle.some((file) => file !== from && exports(file, name))) ?? circles[0]
}

/** The files on the shortest path from one to another, without the last. */
function shortestWay(
  from: string,
  to: string,
  next: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]])
  for (const file of before.keys()) {
    if (file === to) {
      const way: string[] = []
      for (let one = before.get(file); one !== undefined; one = before.get(one)) way.unshift(one)
      return way
    }
    for (const child of next.get(file) ?? []) if (!before.has(child)) before.set(child, file)
  }
  return undefined
}

function exports(file: string, name: string): boolean {
  return new RegExp(`\\bexport\\b[^;=(]*\\b${name.replaceAll("$", "\\$")}\\b`).test(sourceAt(file))
}

function sourceAt(url: string): string {
  try {
    return readFileSync(fileURLToPath(url), "utf8")
  } catch {
    return ""
  }
}
