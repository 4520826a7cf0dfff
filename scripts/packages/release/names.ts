import { execFile } from "node:child_process"
import { twoAtOnce } from "../../check/two-at-once.ts"
import type { Package } from "../../reading/workspace.ts"
import { findRepository, packageLinks } from "./package-links.ts"
import type { ReleaseCheck } from "./release-check.ts"

/** What a registry knows of a name. `undefined` stands for a name that is free. */
export interface Registered {
  readonly repository: string | undefined
  readonly versions: readonly string[]
}

/** The names of packages, with what the registry that npm is configured with knows of them. */
export type RegisteredNames = ReadonlyMap<string, Registered | undefined>

/** Asks the registry for each package. Throws if it gives no answer. */
export async function registeredNames(
  packages: readonly Package[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RegisteredNames> {
  return new Map(
    await twoAtOnce(
      packages,
      async ({ manifest: { name } }) => [name, await findRegistered(name, env)] as const,
    ),
  )
}

/** Whether each name is free, or belongs to this repository. */
export function checkNames(
  workspace: string,
  packages: readonly Package[],
  registered: RegisteredNames,
): ReleaseCheck {
  const repository = findRepository(workspace)
  const problems = packages.flatMap(({ folder, manifest: { name } }) => {
    const found = registered.get(name)
    if (found === undefined || repository === undefined) return []
    const own = packageLinks(repository, folder).repository as { readonly url: string }
    return found.repository === own.url
      ? []
      : [`${name}: the name belongs to ${found.repository ?? "a package without a repository"}`]
  })
  const free = packages.filter(({ manifest }) => registered.get(manifest.name) === undefined)
  const note = `${packages.length - free.length} are ours, ${free.length} are free${free.length === 0 ? "" : `: ${free.map(({ manifest }) => manifest.name).join(", ")}`}`
  return { name: "names", problems, note }
}

interface Said {
  readonly "repository.url"?: string
  readonly versions?: string | readonly string[]
}

function findRegistered(name: string, env: NodeJS.ProcessEnv): Promise<Registered | undefined> {
  return new Promise((found, failed) => {
    const args = ["view", name, "repository.url", "versions", "--json"]
    execFile("npm", args, { env, timeout: 60_000, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error === null) {
        const said = JSON.parse(stdout) as Said | string | readonly string[]
        // Of a package that has only one of the fields npm prints that value alone.
        const fields: Said =
          typeof said === "string" || Array.isArray(said) ? { versions: said } : (said as Said)
        found({ repository: fields["repository.url"], versions: [fields.versions ?? []].flat() })
      } else if (/E404/.test(stdout + stderr)) found(undefined)
      else failed(new Error(`npm view ${name}: the registry gives no answer:\n${stderr}`))
    })
  })
}
