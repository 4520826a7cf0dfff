import { execFile } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { PublicError } from "trivet"
import type { ApiDocument } from "./api-document.ts"
import { parseDocument } from "./document-file.ts"

/** The older document. */
export interface Base {
  /** Its name: `origin/main (1a2b3c4)`, or the reason why it is missing. */
  readonly name: string
  /** `undefined` if there is nothing to compare with. */
  readonly document: ApiDocument | undefined
}

const mains = ["origin/HEAD", "origin/main", "origin/master", "main", "master"]

/**
 * Finds the older document of a file: in the given file or git revision, otherwise at the merge base with main. Nothing
 * is fetched. Without git there is no base. In a repository without a main branch one must be given, so that a
 * comparison is never skipped unnoticed.
 */
export async function findBase(given: string, file: string, folder: string): Promise<Base> {
  if (given !== "" && isFile(given))
    return { name: given, document: parseDocument(readFileSync(given, "utf8"), given) }
  if ((await git(folder, "rev-parse", "--git-dir")) === undefined) {
    if (given !== "")
      throw new PublicError(
        400,
        `--base ${given} is neither a file nor a revision: this is no git repository`,
      )
    return { name: "no git repository", document: undefined }
  }
  const revision = given === "" ? await findMain(folder) : await commitOf(given, folder)
  if (revision === undefined && given !== "")
    throw new PublicError(400, `--base ${given} is neither a file nor a git revision`)
  if (revision === undefined) return { name: "no commits", document: undefined }
  const name = `${given === "" ? revision.name : given} (${revision.commit.slice(0, 7)})`
  const text = await git(folder, "show", `${revision.commit}:./${file}`)
  if (text === undefined) return { name: `${name}, which has no ${file}`, document: undefined }
  return { name, document: parseDocument(text, `${file} in ${name}`) }
}

interface Revision {
  readonly name: string
  readonly commit: string
}

/** The merge base with main: later changes of main are not changes of this branch. */
async function findMain(folder: string): Promise<Revision | undefined> {
  if ((await commitOf("HEAD", folder)) === undefined) return undefined
  const configured = (await git(folder, "config", "--get", "init.defaultBranch"))?.trim() ?? "main"
  for (const one of [...mains, configured]) {
    const main = await commitOf(one, folder)
    if (main === undefined) continue
    const name = (await git(folder, "rev-parse", "--abbrev-ref", one))?.trim() ?? one
    const fork = await git(folder, "merge-base", "HEAD", main.commit)
    return { name, commit: fork?.trim() ?? main.commit }
  }
  throw new PublicError(
    400,
    "this git repository has no main branch (origin/main, origin/master, main or master) to compare with. Fetch it (actions/checkout: `fetch-depth: 0`), or name another revision or a file: --base <revision>",
  )
}

async function commitOf(revision: string, folder: string): Promise<Revision | undefined> {
  const commit = await git(
    folder,
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  )
  return commit === undefined ? undefined : { name: revision, commit: commit.trim() }
}

/** The output of git; `undefined` if git fails or is not installed. */
async function git(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("git", args, { cwd: folder, maxBuffer: 1 << 28 })
    return stdout
  } catch {
    return undefined
  }
}

function isFile(path: string): boolean {
  return statSync(resolve(path), { throwIfNoEntry: false })?.isFile() === true
}
