import { execFileSync } from "node:child_process"
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { noteGreenCheck } from "../release/green-check.ts"
import { packages, root } from "../../reading/workspace.ts"
import { createWorkCopy } from "../../tests/mutants/run/create-work-copy.ts"
import { makeNextVersion } from "./next-version.ts"

/** A clone in which versions are released, as a maintainer releases them. */
export interface ReleaseCopy {
  readonly folder: string
  /** Runs `npm run release` with a flag, and gives what it prints. */
  release(flag: string, env?: Readonly<Record<string, string>>): string
  /** Makes the next version: edits, a changeset, `npm run release -- --version`, and the commit. */
  makeNext(): void
  remove(): void
}

/** Copies the work tree, with what a person has to set before the first release. The packages must be built. */
export function createReleaseCopy(): ReleaseCopy {
  const { folder, remove } = createWorkCopy(root)
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: folder,
      stdio: "ignore",
    })
  const commit = (message: string) => {
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", `--message=${message}`)
    // The check itself is not a part of the rehearsal: it takes longer than everything here.
    noteGreenCheck(folder)
  }
  const release: ReleaseCopy["release"] = (flag, env = {}) => {
    try {
      return execFileSync(process.execPath, ["scripts/packages/release.ts", flag], {
        cwd: folder,
        env: { ...process.env, ...env },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        maxBuffer: 2 ** 26,
      })
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
      throw new Error(`npm run release -- ${flag}\n${stdout}\n${stderr}`, { cause: error })
    }
  }
  git("init", "--quiet", "--initial-branch=main")
  const file = join(folder, "package.json")
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object
  const repository = "https://git.example/trivet/trivet"
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`)
  // The first version has nothing to be compared with.
  for (const path of globSync(".changeset/!(README).md", { cwd: folder })) rmSync(join(folder, path))
  release("--write-links")
  commit("Prepare the first release")
  // Newer than all sources, so that it is not built again.
  for (const one of packages(root))
    cpSync(join(root, one.folder, "dist"), join(folder, one.folder, "dist"), { recursive: true })
  const swagger = "packages/openapi/assets"
  cpSync(join(root, swagger), join(folder, swagger), { recursive: true, preserveTimestamps: true })
  return {
    folder,
    release,
    makeNext: () => {
      makeNextVersion(folder)
      writeFileSync(join(folder, ".changeset/next.md"), nextChangeset)
      commit("Rename the log of calls")
      release("--version")
      // `npm run signatures` writes these pages, from a build that takes minutes.
      const page = join(folder, "docs/reference/trivet-middlewares.md")
      writeFileSync(page, readFileSync(page, "utf8").replace(/^## callLog$/m, "## requestLog"))
      commit("Release 0.2.0")
    },
    remove,
  }
}

const nextChangeset = `---
"trivet": minor
"@trivet/limit": minor
---

\`callLog()\` is \`requestLog()\`, and \`limits({ prefix })\` is \`limits({ name })\`. \`bodyLimit\` is 512 KiB: set it to keep 1 MiB.
`
