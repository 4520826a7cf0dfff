import { globSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import type { Module } from "trivet"

const folder = join(import.meta.dirname, "../../../../examples")

/** The root module of every example that has one under `src/app-module.ts`, by the example's name. */
export async function exampleModules(): Promise<ReadonlyMap<string, Module>> {
  const found = new Map<string, Module>()
  for (const file of globSync("*/src/app-module.ts", { cwd: folder }).toSorted()) {
    const { AppModule } = (await import(join(folder, file))) as { AppModule?: Module }
    if (AppModule !== undefined) found.set(basename(dirname(dirname(file))), AppModule)
  }
  return found
}
