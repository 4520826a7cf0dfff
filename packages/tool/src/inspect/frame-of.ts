import { shortPlace } from "./short-place.ts"
import type { SerializedError } from "./report.ts"

const place = /(?:^|\(|\s)((?:file:\/\/)?\/[^\s():]+(?::\d+){1,2})\)?$/

/** The position of an error in the program: its first own line, or the first frame outside of packages. */
export function frameOf(error: Pick<SerializedError, "stack">): string | undefined {
  return framesOf(error)[0]
}

/** The positions of an error's stack in the program; those in packages if there are no others. */
export function framesOf({ stack }: Pick<SerializedError, "stack">): readonly string[] {
  const places = stack.split("\n").flatMap((line) => place.exec(line)?.[1] ?? [])
  const own = places.filter((one) => !one.includes("/node_modules/"))
  return (own.length > 0 ? own : places.slice(0, 1)).map((one) =>
    shortPlace(/:\d+:\d+$/.test(one) ? one : `${one}:1`),
  )
}
