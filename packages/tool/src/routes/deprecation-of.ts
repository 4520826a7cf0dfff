import type { SerializedRoute } from "../inspect/report.ts"

/** Since when a route is deprecated, and when it may be removed; `undefined` if it is not deprecated. */
export function deprecationOf({
  deprecated,
  sunset,
}: Pick<SerializedRoute, "deprecated" | "sunset">): string | undefined {
  if (deprecated === undefined) return undefined
  return sunset === undefined ? `since ${deprecated}` : `since ${deprecated}, sunset ${sunset}`
}
