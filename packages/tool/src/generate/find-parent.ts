import { existsSync, readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { PublicError } from "trivet"
import { packageFolderOf } from "../inspect/find-entry.ts"

/** The file whose module will import a new one. */
export interface Parent {
  readonly file: string
  readonly source: string
  /** The folder of its package.json. Nothing outside of it is written. */
  readonly packageFolder: string
}

/**
 * Finds the parent: the given file, otherwise `src/app-module.ts`, otherwise `src/main.ts` if that calls `module()`
 * itself.
 */
export function findParent(given: string, from: string = process.cwd()): Parent {
  const packageFolder = packageFolderOf(from)
  if (packageFolder === undefined)
    throw new PublicError(400, "there is no package.json here or above: go to the application's folder first")
  const file =
    given === "" ? usualParent(packageFolder) : givenParent(resolve(from, given), given, packageFolder)
  const bytes = readFileSync(file)
  const source = bytes.toString("utf8")
  if (!Buffer.from(source).equals(bytes))
    throw new PublicError(400, `${relative(from, file)} is not written in UTF-8`)
  return { file, source, packageFolder }
}

function usualParent(packageFolder: string): string {
  const [own, main] = ["src/app-module.ts", "src/main.ts"].map((path) => join(packageFolder, path))
  if (existsSync(own!)) return own!
  if (existsSync(main!) && /\bmodule\(/.test(readFileSync(main!, "utf8"))) return main!
  throw new PublicError(
    400,
    "there is no src/app-module.ts. Name the file whose module is to import the new one: --parent=<file>",
  )
}

function givenParent(file: string, given: string, packageFolder: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new PublicError(400, `--parent: there is no file ${given}`)
  if (!/\.[cm]?[jt]s$/.test(file)) throw new PublicError(400, `--parent: ${given} is not a TypeScript file`)
  const real = realpathSync(file)
  if (relative(realpathSync(packageFolder), dirname(real)).startsWith(".."))
    throw new PublicError(400, `--parent: ${given} is outside this package`)
  return file
}
