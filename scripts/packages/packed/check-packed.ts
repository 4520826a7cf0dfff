import { type CheckResult, report } from "../../reading/check-result.ts"
import { checkSizes } from "./check-sizes.ts"
import { checkNodeImports } from "./node-imports.ts"
import { sizeBudgets } from "./size-budgets.ts"
import { entryPoints, type Unpacked, withUnpacked } from "./unpack.ts"

/** Whether the packages that are unpacked in a folder load where they promise to, and keep their sizes. */
export async function checkPacked(folder: string, packed: readonly Unpacked[]): Promise<CheckResult> {
  const main = packed.filter(({ manifest }) => manifest.name === "trivet").flatMap(entryPoints)
  const names = packed.flatMap(entryPoints).map(([name]) => name)
  const { problems, ...rest } = await checkSizes(folder, names, sizeBudgets)
  return {
    problems: [...main.flatMap(([name, file]) => checkNodeImports(name, file)), ...problems],
    ...rest,
  }
}

if (import.meta.main) report(await withUnpacked(checkPacked))
