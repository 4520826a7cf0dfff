import { globSync, readFileSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** What an application can be begun from. */
export type TemplateName = "api" | "web" | "cli" | "minimal"

/** The templates, with what a person is told of each. */
export const templates: Readonly<Record<TemplateName, string>> = {
  api: "a JSON API: sign-up, login, notes in PostgreSQL",
  web: "a site: pages, forms, sign-up with sessions",
  cli: "a program of commands",
  minimal: "one route and its test",
}

/** A file that an application begins with. */
export interface TemplateFile {
  /** Below the application's folder, with `/` on every system. */
  readonly path: string
  readonly text: string
  readonly mode: number
}

// Folders below `templates`, the later over the earlier: what all have, what those with a server have, and its own.
const layers: Readonly<Record<TemplateName, readonly string[]>> = {
  api: ["every", "server", "api"],
  web: ["every", "server", "web"],
  cli: ["every", "cli"],
  minimal: ["every", "minimal"],
}

/** The name that stands in the templates for the application's own. */
const placeholder = "my-app"

const root = fileURLToPath(new URL("../../templates/", import.meta.url))

/** The files of a template for an application of this name, in the order of their paths. */
export function templateFiles(template: TemplateName, name: string): readonly TemplateFile[] {
  return layeredFiles(layers[template], name)
}

/** The files of folders below `templates`, the later over the earlier, for an application of this name. */
export function layeredFiles(folders: readonly string[], name: string): readonly TemplateFile[] {
  const found = new Map<string, TemplateFile>()
  for (const layer of folders) {
    const folder = join(root, layer)
    for (const file of globSync("**/*", { cwd: folder }).filter((one) => isFile(join(folder, one)))) {
      const path = file.split(sep).join("/").replace(/^_/, ".")
      const text = readFileSync(join(folder, file), "utf8").replaceAll(placeholder, name)
      found.set(path, { path, text, mode: 0o644 })
    }
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isFile(path: string): boolean {
  return statSync(path).isFile()
}
