import { join } from "node:path"
import { type OutputOptions, rolldown } from "rolldown"

/** What is bundled. */
export interface Bundled {
  /** The file that the bundle begins with, as text. */
  readonly code: string
  /** The folder whose `node_modules` has the packages under test. */
  readonly folder: string
  /** Which imports are left as they are. */
  readonly external?: (specifier: string) => boolean
  /** The conditions that choose entry points of packages. Default: those of a browser. */
  readonly conditions?: readonly string[]
}

const start = "\0start"

/** Bundles a program as a front end's tools would, for a browser. Gives the code, and every import that is left in it. */
export async function bundle(
  { code, folder, external = () => false, conditions }: Bundled,
  output: OutputOptions = {},
): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const importer = join(folder, "start.js")
  const build = await rolldown({
    input: start,
    platform: "browser",
    ...(conditions && { resolve: { conditionNames: [...conditions] } }),
    external: (specifier) => specifier.startsWith("node:") || external(specifier),
    plugins: [
      {
        name: "start",
        resolveId(specifier) {
          if (specifier === start) return start
          // For every importer: the examples would otherwise resolve to the workspace's own copy.
          const isTested = /^(trivet|@trivet\/\w+)(\/|$)/.test(specifier)
          return isTested ? this.resolve(specifier, importer, { skipSelf: true }) : undefined
        },
        load: (id) => (id === start ? { code, moduleType: "js" } : undefined),
      },
    ],
    // What cannot be resolved is an error of the build, not a remark.
    onLog: (_, { code: kind, message }) => {
      if (kind === "UNRESOLVED_IMPORT") throw new Error(message)
    },
  })
  const { output: chunks } = await build.generate({ codeSplitting: false, ...output })
  await build.close()
  const [first] = chunks
  // Files of the framework that were imported dynamically are in the bundle itself.
  const left = [...first.imports, ...first.dynamicImports].filter((specifier) => specifier !== first.fileName)
  return { code: first.code, imports: left }
}
