import { gzipSync } from "node:zlib"
import type { CheckResult } from "../../reading/check-result.ts"
import { bundle } from "./bundle.ts"
import type { SizeBudget } from "./size-budgets.ts"

/** Whether everything that has a budget keeps it, and every entry point has one. The note gives all sizes. */
export async function checkSizes(
  folder: string,
  entryPoints: readonly string[],
  budgets: readonly SizeBudget[],
): Promise<CheckResult> {
  const sizes = await Promise.all(
    budgets.map(async (budget) => ({ ...budget, size: await sizeOf(budget, folder) })),
  )
  const unbudgeted = entryPoints.filter((name) => !budgets.some((budget) => budget.name === name))
  const over = sizes.filter(({ size, bytes }) => size > bytes)
  return {
    problems: [
      ...over.map(
        ({ name, size, bytes }) => `${name}: ${size} bytes (minified, gzip); its budget is ${bytes}`,
      ),
      ...unbudgeted.map((name) => `${name}: has no budget in scripts/packages/packed/size-budgets.ts`),
    ],
    note: `gzip KB: ${sizes.map(({ name, size }) => `${name} ${(size / 1000).toFixed(1)}`).join(", ")}`,
  }
}

async function sizeOf({ code, without }: SizeBudget, folder: string): Promise<number> {
  const later = `./${without}`
  // Dependencies are left out: they have their own size, and are often there already.
  const isForeign = (specifier: string) =>
    (/^@?\w/.test(specifier) && !code.includes(`"${specifier}"`)) || specifier.endsWith(`/${without}`)
  // The path from here to the unpacked file has a random name in it, so that sizes would differ from run to run.
  const paths = (id: string) => (id.endsWith(`/${without}`) ? later : id)
  // As on a server: for browsers, a package may have another entry point, with less in it.
  const bundled = { code, folder, external: isForeign, conditions: ["import", "default"] }
  const { code: minified } = await bundle(bundled, { minify: true, paths })
  return gzipSync(minified, { level: 9 }).length
}
