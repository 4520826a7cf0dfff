import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Files, Shape } from "./shape.ts"

// Inside the workspace, so that imports find its packages. The dot keeps the workspace's own check out of it.
const generated = join(import.meta.dirname, ".generated")

/** Writes an application with its `tsconfig.json` into a folder of that name, emptied before, and gives the folder. */
export function writeProject(name: string, files: Files, shape: Shape): string {
  const folder = join(generated, name)
  rmSync(folder, { recursive: true, force: true })
  const config = {
    extends: "../../../../tsconfig.base.json",
    compilerOptions: { noEmit: true, ...shape.compilerOptions },
    include: ["./**/*.ts"],
  }
  for (const [path, text] of [...files, ["tsconfig.json", JSON.stringify(config, null, 2)] as const]) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  return folder
}
