import type { Package } from "../../reading/workspace.ts"

/** One entry of a package's `exports`, and the source file that it must have. */
export interface EntryPoint {
  readonly owner: Package
  /** As users import it: `trivet`, `trivet/node`. */
  readonly specifier: string
  /** Relative to the workspace. */
  readonly file: string
}

const conditions = ["@trivet/source", "types", "default"]

/** The entry points of a package, and the problems of the `exports` in its package.json. */
export function entryPoints(owner: Package): {
  readonly entryPoints: readonly EntryPoint[]
  /** What bundlers for browsers load in place of the main one. */
  readonly browser: readonly EntryPoint[]
  readonly problems: readonly string[]
} {
  const found: EntryPoint[] = []
  const browser: EntryPoint[] = []
  const problems: string[] = []
  for (const [key, value] of Object.entries(owner.manifest.exports ?? {})) {
    if (key === "./package.json") continue
    const name = key === "." ? "index" : key.replace(/^\.\//, "")
    const wanted = [`./src/${name}.ts`, `./dist/${name}.d.ts`, `./dist/${name}.js`]
    // A package whose main entry point needs Node may have another one for browsers.
    const isOther = ([condition, file]: [string, unknown], at: number) =>
      key === "." && at === 2 && condition === "browser" && file === "./dist/browser.js"
    const all = typeof value === "object" && value !== null ? Object.entries(value) : []
    const given = all.filter((one, at) => !isOther(one, at))
    if (given.length < all.length)
      browser.push({ owner, specifier: owner.manifest.name, file: `${owner.folder}/src/browser.ts` })
    if (
      JSON.stringify(given) !==
      JSON.stringify(conditions.map((condition, index) => [condition, wanted[index]]))
    )
      problems.push(
        `${owner.folder}/package.json: exports["${key}"] must have exactly, in this order: ${conditions
          .map((condition, index) => `"${condition}": "${wanted[index]}"`)
          .join(", ")}`,
      )
    const specifier = key === "." ? owner.manifest.name : `${owner.manifest.name}/${name}`
    found.push({ owner, specifier, file: `${owner.folder}/src/${name}.ts` })
  }
  return { entryPoints: found, browser, problems }
}
