import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { PublicError } from "trivet"
import type { TemplateFile } from "./template-files.ts"

/** The folder of an application for packages of Trivet that do not come from the registry. */
export const packedFolder = ".packages"

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * Changes a file of an application to use packages of Trivet that `npm pack` has created. They are stored in the
 * application, so that its repository and its image contain them.
 */
export function packedFile(file: TemplateFile, folder: string): TemplateFile {
  if (file.path === "package.json") return { ...file, text: packedVersions(file.text, folder) }
  const lock = "COPY package.json package-lock.json ./\n"
  const changes: Readonly<Record<string, string>> = {
    Dockerfile: file.text.replace(lock, `${lock}COPY ${packedFolder} ./${packedFolder}\n`),
    ".dockerignore": file.text.replace("!src\n", `!${packedFolder}\n!src\n`),
    ".gitignore": file.text.replace("*.tgz\n", `*.tgz\n!/${packedFolder}/*.tgz\n`),
  }
  return { ...file, text: changes[file.path] ?? file.text }
}

function packedVersions(manifest: string, folder: string): string {
  const given = JSON.parse(manifest) as Dependencies
  const packed = (some: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(some).map(([name, version]) => [name, locate(name, version, folder)]))
  const changed = {
    ...given,
    dependencies: packed(given.dependencies),
    devDependencies: packed(given.devDependencies),
  }
  return `${JSON.stringify(changed, null, 2)}\n`
}

function locate(name: string, version: string, folder: string): string {
  if (name !== "trivet" && !name.startsWith("@trivet/")) return version
  const file = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
  if (!existsSync(file)) throw new PublicError(400, `there is no ${file}, which --packages needs`)
  return `file:${packedFolder}/${basename(file)}`
}
