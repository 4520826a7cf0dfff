import type { ApiDocument } from "./api-document.ts"

/**
 * Why changes may break clients, by the rules of Semantic Versioning: the older version is below 1.0.0, or the major version
 * is raised. `undefined` if they may not, or if a version does not begin with a number and a dot.
 */
export function allowedByVersion(before: ApiDocument, after: ApiDocument): string | undefined {
  const [was, is] = [versionOf(before), versionOf(after)]
  if (majorOf(was) === 0) return `the older version is ${was}, below 1.0.0`
  return majorOf(is) > majorOf(was) ? `the major version is raised, ${was} → ${is}` : undefined
}

/** `info.version` of a document; `""` if it has none. */
export function versionOf({ info }: ApiDocument): string {
  return info?.version ?? ""
}

function majorOf(version: string): number {
  return Number(/^(\d+)\./.exec(version)?.[1] ?? NaN)
}
