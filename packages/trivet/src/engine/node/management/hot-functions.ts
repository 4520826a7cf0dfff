import { shortPath } from "./short-path.ts"

/** A profile as V8 writes it. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
}

/** The functions in which most of the samples were taken, one in a line: their share, name and place. */
export function hotFunctions({ nodes, samples }: Profile, most: number): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const counts = new Map<string, number>()
  for (const id of samples) {
    const name = names.get(id)!
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name, count]) => `${((100 * count) / samples.length).toFixed(1).padStart(5)} %  ${name}\n`)
    .join("")
}

function nameOf({ functionName, url, lineNumber }: Profile["nodes"][number]["callFrame"]): string {
  const name = functionName || "<anonymous>"
  return url === "" ? name : `${name} ${shortPath(url)}:${lineNumber + 1}`
}
