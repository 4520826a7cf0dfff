import { packagesKey } from "./global-keys.ts"
import { version } from "./version.ts"

const globals = globalThis as { [packagesKey]?: Map<string, string> }
const versions = (globals[packagesKey] ??= new Map())

/**
 * Says which version of a package of Trivet this process has loaded. All of them have one version; boot reports another
 * one as the fault `VERSIONS_MIXED`. For the packages of Trivet: a package of yours has versions of its own.
 *
 * @example
 * ```ts
 * import { declareVersion } from "trivet/extend"
 *
 * declareVersion("@trivet/postgres", "0.1.0")
 * ```
 */
export function declareVersion(name: string, of: string): void {
  versions.set(name, of)
}

/** The packages whose version is not that of this package, as a text; empty if there is none. */
export function findMixedVersions(): string {
  const others = [...versions].filter(([, of]) => of !== version)
  return others.map(([name, of]) => `\`${name}\` ${of}`).join(", ")
}
