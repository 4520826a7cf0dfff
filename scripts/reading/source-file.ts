import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type Import, imports } from "./imports.ts"
import { type Package, packages, sources } from "./workspace.ts"

/** A TypeScript file of a package, read once for all checks. */
export interface SourceFile {
  /** Relative to the workspace. */
  readonly path: string
  readonly owner: Package
  readonly text: string
  readonly imports: readonly Import[]
}

/** Every source file of every package. */
export function sourceFiles(workspace: string): SourceFile[] {
  return packages(workspace).flatMap((owner) =>
    sources(workspace, owner.folder).map((path) => {
      const text = readFileSync(join(workspace, path), "utf8")
      return { path, owner, text, imports: imports(text) }
    }),
  )
}

/** The file that a relative specifier names, as a path relative to the workspace; undefined for a package. */
export function findTarget(from: SourceFile, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined
  return posix.normalize(posix.join(posix.dirname(from.path), specifier))
}
