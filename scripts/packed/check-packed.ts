import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CheckResult, report } from "../reading/check-result.ts"
import { checkSizes } from "./check-sizes.ts"
import { checkNodeImports } from "./node-imports.ts"
import { sizeBudgets } from "./size-budgets.ts"
import { entryPoints, unpack } from "./unpack.ts"

/** Whether the packed packages load where they promise to, and keep their sizes. */
export async function checkPacked(): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-packed-"))
  try {
    const packed = await unpack(folder)
    const main = packed.filter(({ manifest }) => manifest.name === "trivet").flatMap(entryPoints)
    const names = packed.flatMap(entryPoints).map(([name]) => name)
    const { problems, ...rest } = await checkSizes(folder, names, sizeBudgets)
    return {
      problems: [...main.flatMap(([name, file]) => checkNodeImports(name, file)), ...problems],
      ...rest,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) report(await checkPacked())
