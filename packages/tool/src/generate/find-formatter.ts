import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

/** A program that formats files. */
export interface Formatter {
  readonly file: string
  readonly args: readonly string[]
}

const known: readonly Formatter[] = [
  { file: "oxfmt/bin/oxfmt", args: [] },
  { file: "prettier/bin/prettier.cjs", args: ["--write", "--log-level=silent"] },
]

/** The formatter that a package has installed, in its own folder or in one above. */
export function findFormatter(folder: string): Formatter | undefined {
  for (const { file, args } of known) {
    const path = join(folder, "node_modules", file)
    if (existsSync(path)) return { file: path, args }
  }
  const above = dirname(folder)
  return above === folder ? undefined : findFormatter(above)
}
