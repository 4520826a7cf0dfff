import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { completeLock } from "../../../../scripts/packages/lock.ts"
import { publicPackages } from "../../../../scripts/packages/pack.ts"
import { packedFolder } from "../../../../scripts/packages/packed/packed-folder.ts"
import type { LockFile } from "../../../../scripts/reading/lock-file.ts"
import { root } from "../../../../scripts/reading/workspace.ts"
import type { TemplateName } from "../../src/app/template-files.ts"
import { type Done, succeed } from "./shell.ts"

/** A folder outside of the workspace where applications are made from packed packages, as a new user makes them. */
export interface NewApps {
  readonly folder: string
  readonly packs: string
  /** The program behind `npm create trivet`. */
  readonly creator: string
  /** Makes an application in the folder; its packages are not installed. */
  make(name: string, template: TemplateName, flags?: string): Promise<Done>
  remove(): Promise<void>
}

/** Packs the packages and installs what `npm create trivet` runs, with the registry for everything else. */
export async function createNewApps(): Promise<NewApps> {
  const house = mkdtempSync(join(tmpdir(), "trivet-scaffold-"))
  return furnish(house).catch(async (error: unknown) => {
    await rm(house, { recursive: true, force: true })
    throw error
  })
}

async function furnish(house: string): Promise<NewApps> {
  const packs = await packedFolder(...publicPackages.map(({ manifest }) => manifest.name))
  const [creator, folder] = [join(house, "creator"), join(house, "apps")]
  const tarballs = globSync("{trivet,trivet-tool,create-trivet}-[0-9]*.tgz", { cwd: packs }).map((name) =>
    join(packs, name),
  )
  await succeed(
    `mkdir creator apps && cd creator && echo '{}' > package.json && ${install} ${tarballs.join(" ")}`,
    {
      cwd: house,
    },
  )
  const program = join(creator, "node_modules/.bin/create-trivet")
  return {
    folder,
    packs,
    creator: program,
    make: (name, template, flags = "--no-install") =>
      succeed(`${program} ${name} --template=${template} --packages=${packs} ${flags}`, { cwd: folder }),
    remove: () => rm(house, { recursive: true, force: true }),
  }
}

/** What installs packages here: without install scripts, and from npm's cache where it can. */
export const install = "npm install --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error"

/** Writes the lock file of an application, which its Dockerfile needs. */
export async function lockPackages(folder: string): Promise<void> {
  await succeed(`${install} --package-lock-only`, { cwd: folder, programs: thisNode })
  const file = join(folder, "package-lock.json")
  // A mirror may lack builds for other systems, and `npm ci` rejects a lock file without them.
  writeFileSync(file, JSON.stringify(completeLock(JSON.parse(readFileSync(file, "utf8")) as LockFile)))
}

/** The folder of another runtime's programs. */
export function programsOf(script: "use-node" | "use-bun", ...args: readonly string[]): string {
  return execFileSync(join(root, "scripts", script), args, { encoding: "utf8" }).trim()
}

/** The folder of this Node's programs: the PATH may have another. */
export const thisNode: string = dirname(process.execPath)
