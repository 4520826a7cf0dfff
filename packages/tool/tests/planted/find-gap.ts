import { execFile } from "node:child_process"
import { join } from "node:path"
import { freshBuild } from "../../../../scripts/packages/packed/fresh-build.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import type { PlantedCopy } from "./planted-copy.ts"

/** What finds an access gap before a release, in the order in which a developer meets them. */
export type Finder = "type error" | "boot fault" | "access table" | "access case"

/** A gap that was found: by what, and how it was reported. */
export interface FoundGap {
  readonly finder: Finder
  readonly report: string
}

/** Looks for a gap: compiles the copy, boots it, compares its table of access, and calls each route as each caller. */
export async function findGap(copy: PlantedCopy): Promise<FoundGap | undefined> {
  return (await findByTypes(copy)) ?? (await findByAccess(copy))
}

const modules = join(import.meta.dirname, "../../../../node_modules")

async function findByTypes({ folder }: PlantedCopy): Promise<FoundGap | undefined> {
  await freshBuild()
  const { code, stdout } = await run([join(modules, "typescript/bin/tsc"), "-p", folder], {})
  if (code === 0) return undefined
  const missing = /"(needs \w+ from a middleware)"/.exec(stdout)?.[1]
  if (missing === undefined) throw new Error(`${folder} does not compile for another reason:\n${stdout}`)
  return { finder: "type error", report: missing }
}

async function findByAccess(copy: PlantedCopy): Promise<FoundGap | undefined> {
  const { folder, entry, access, table, env } = copy
  const { flags } = await joinedSources()
  const program = join(import.meta.dirname, "run-access.ts")
  const { code, stdout, stderr } = await run([...flags, program, folder, entry, access, table], env)
  if (code !== 0) {
    const fault = /^\d+\. ((?:ROUTES_UNGUARDED|VALUE_NOT_PROVIDED)\n.*)$/m.exec(stderr)?.[1]
    if (fault !== undefined) return { finder: "boot fault", report: fault }
    throw new Error(`The access cases of ${folder} ended with ${code}:\n${stdout}\n${stderr}`)
  }
  const failures = stdout.split("\n").filter((line) => line.startsWith('{"name"'))
  const [first] = failures.map(
    (line) => JSON.parse(line) as { readonly name: string; readonly message: string },
  )
  if (first === undefined) return undefined
  const isTable = first.name.startsWith("who may call what")
  return {
    finder: isTable ? "access table" : "access case",
    report: `${first.name}: ${first.message}`,
  }
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { NODE_ENV: _, ...own } = process.env
  return new Promise((give) => {
    const options = { env: { ...own, ...compileCache, ...env }, maxBuffer: 2 ** 26 }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      give({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    )
  })
}
