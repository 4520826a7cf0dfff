import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The code of a file of the guide. */
export function recipe(name: string): string {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/build/files.md"), "utf8")
  const [, code] = new RegExp(`\`\`\`ts(?: no-check)?\\n// src/${name}\\n([^]*?)\\n\`\`\``).exec(page)!
  return code!
}
