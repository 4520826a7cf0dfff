import { shortPlace } from "./short-place.ts"
import type { ToldError } from "./report.ts"

const place = /(?:^|\(|\s)((?:file:\/\/)?\/[^\s():]+(?::\d+){1,2})\)?$/

/** The place in the program that an error names: its first own line, or the first frame of its stack outside of packages. */
export function frameOf({ stack }: Pick<ToldError, "stack">): string | undefined {
  const places = stack.split("\n").flatMap((line) => place.exec(line)?.[1] ?? [])
  const own = places.find((one) => !one.includes("/node_modules/")) ?? places[0]
  return own === undefined ? undefined : shortPlace(/:\d+:\d+$/.test(own) ? own : `${own}:1`)
}
