import { globSync, lstatSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { root } from "../../reading/workspace.ts"

/** What an application has installed. */
export interface Installed {
  readonly packages: number
  readonly bytes: number
}

/** Counts the installed packages of a folder, and their bytes. */
export function installedIn(folder: string): Installed {
  const modules = join(folder, "node_modules")
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
  }
  const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true)
  expect(scripts.map(([name]) => name)).toEqual([])
  const bytes = globSync("**/*", { cwd: modules })
    .map((path) => lstatSync(join(modules, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
  return { packages: Object.keys(packages).length, bytes }
}

/** Nothing in an application leads to the workspace that its packages were made in. */
export function expectIndependent(folder: string): void {
  const own = globSync(["*", "src/**/*", "node_modules/{trivet,@trivet/*}/{package.json,dist/**/*}"], {
    cwd: folder,
    exclude: (name) => name === ".git",
  })
  const suspicious = own.filter((path) => {
    const file = join(folder, path)
    const stat = lstatSync(file)
    if (stat.isSymbolicLink()) return true
    return (
      stat.isFile() && /"(?:file|link|workspace):/.test(readFileSync(file, "utf8")) && path.endsWith(".json")
    )
  })
  const named = own.filter((path) => {
    const file = join(folder, path)
    return lstatSync(file).isFile() && readFileSync(file, "utf8").includes(`${root}/`)
  })
  expect({ suspicious, named }).toEqual({ suspicious: [], named: [] })
}
