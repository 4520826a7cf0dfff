import { globSync, readFileSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** The templates of a new application. */
export type TemplateName = "api" | "web" | "cli" | "minimal"

/** The templates with their descriptions. */
export const templates: Readonly<Record<TemplateName, string>> = {
  api: "a JSON API: sign-up, login, notes in PostgreSQL",
  web: "a site: pages, forms, sign-up with sessions",
  cli: "a program of commands",
  minimal: "one route and its test",
}

/** A file of a new application. */
export interface TemplateFile {
  /** Relative to the application's folder, with `/` on every system. */
  readonly path: string
  readonly text: string
  readonly mode: number
}

// Folders below `templates`; later ones override earlier ones: common files, files of servers, and the template's own.
const layers: Readonly<Record<TemplateName, readonly string[]>> = {
  api: ["every", "server", "api"],
  web: ["every", "server", "web"],
  cli: ["every", "cli"],
  minimal: ["every", "minimal"],
}

/** The placeholder for the application's name in the templates. */
const placeholder = "my-app"

const root = fileURLToPath(new URL("../../templates/", import.meta.url))

/** The files of a template for an application with this name, sorted by path. */
export function templateFiles(template: TemplateName, name: string): readonly TemplateFile[] {
  return layeredFiles(layers[template], name)
}

/** The files of folders below `templates`, later ones overriding earlier ones, for an application with this name. */
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
