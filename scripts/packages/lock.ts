import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { findLocked, type LockedPackage, type LockFile, lockFile } from "../reading/lock-file.ts"
import { root } from "../reading/workspace.ts"

const systems = "aix android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" ")
const machines = "arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64".split(" ")

/** Optional packages that the lock file names but does not lock: `npm ci` refuses to start while there are any. */
export function missingOptionals(
  lock: LockFile,
): { readonly by: string; readonly name: string; readonly version: string }[] {
  const missing = Object.entries(lock.packages).flatMap(([by, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => findLocked(lock, by, name) === undefined)
      .map(([name, range]) => ({ by, name, version: range.replace(/^[~^]/, "") })),
  )
  return missing.filter((one, index) => missing.findIndex(({ name }) => name === one.name) === index)
}

/**
 * The lock file with an entry for each of them. npm leaves out the builds for other systems when the registry in use
 * does not carry them. Their checksums are not known here; npm adds them where it installs such a build.
 */
export function completeLock(lock: LockFile): LockFile {
  const added = missingOptionals(lock).map(({ by, name, version }) => {
    const { dev, peer } = lock.packages[by] ?? {}
    const entry: LockedPackage = {
      version,
      ...targetOf(name),
      ...(dev === undefined ? {} : { dev }),
      optional: true,
      ...(peer === undefined ? {} : { peer }),
    }
    return [`node_modules/${name}`, entry] as const
  })
  const all = [...Object.entries(lock.packages), ...added]
  return { ...lock, packages: Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, "en"))) }
}

/** The system that a build is for, read from its name: `binding-linux-x64-musl`. */
function targetOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => machines.includes(word))
  if (os.length === 0 && cpu.length === 0)
    throw new Error(`${name} is optional and missing, and its name does not say which system it is for`)
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : []
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
  }
}

if (import.meta.main) {
  const lock = lockFile(root)
  const missing = missingOptionals(lock)
  if (missing.length > 0)
    writeFileSync(join(root, "package-lock.json"), `${JSON.stringify(completeLock(lock), null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} optional packages added`)
}
