import { createHash } from "node:crypto"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { rolldown } from "rolldown"

const folder = join(import.meta.dirname, "../../node_modules/.cache/trivet-programs")
const bundles = new Map<string, Promise<string>>()

/**
 * Gives the path of a program as one file, made from the sources once for each test file. A process starts with it in a
 * third of the CPU time, which matters where a test starts many.
 */
export function bundleProgram(file: string): Promise<string> {
  const bundled = bundles.get(file) ?? bundleFile(file)
  bundles.set(file, bundled)
  return bundled
}

async function bundleFile(input: string): Promise<string> {
  const build = await rolldown({
    input,
    platform: "node",
    resolve: { conditionNames: ["@trivet/source", "import", "node"] },
  })
  const { output } = await build.generate({ format: "esm", codeSplitting: false })
  await build.close()
  const { code } = output[0]
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16)
  const bundled = join(folder, `${basename(input, ".ts")}-${hash}.mjs`)
  // Test files that run at the same time make the same bundle.
  const unfinished = `${bundled}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(unfinished, code)
  renameSync(unfinished, bundled)
  return bundled
}
