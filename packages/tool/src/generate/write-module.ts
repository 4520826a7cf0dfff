import { randomBytes } from "node:crypto"
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { Draft } from "../app/draft.ts"
import { runQuietly } from "../app/run-quietly.ts"
import { findFormatter } from "./find-formatter.ts"
import type { NewFile } from "./files/plain-files.ts"

/** All file changes for a new module. */
export interface ModuleChange {
  readonly packageFolder: string
  /** The module's folder, which is created. */
  readonly folder: string
  readonly files: readonly NewFile[]
  /** Further files to create, such as a migration. */
  readonly elsewhere: readonly WrittenFile[]
  /** Existing files with their new texts. */
  readonly edited: readonly WrittenFile[]
}

/** A file with its text. */
export interface WrittenFile {
  readonly file: string
  readonly text: string
}

/**
 * Writes a module atomically. New files are drafted, formatted like the package, and moved to their places; existing
 * files are not overwritten. Edited files come last, when everything that they import exists. One that was formatted before is
 * formatted again: what was inserted may make a line too long.
 */
export async function writeModule(change: ModuleChange, signal: AbortSignal): Promise<void> {
  const { folder, files, elsewhere, edited } = change
  const draft = new Draft(folder)
  const undo: (() => void)[] = []
  try {
    for (const { path, text } of files) draft.write({ path, text, mode: 0o644 })
    for (const [at, { text }] of elsewhere.entries()) draft.write({ path: draftName(at), text, mode: 0o644 })
    const originals = edited.map(({ file }) => readFileSync(file, "utf8"))
    for (const [at, { text }] of edited.entries()) {
      draft.write({ path: draftName(at, "before"), text: originals[at]!, mode: 0o644 })
      draft.write({ path: draftName(at, "after"), text, mode: 0o644 })
    }
    await format(draft.folder, change.packageFolder, signal)
    const edits = edited.map(({ file, text }, at) => {
      const [before, after] = [takeDraft(draft, at, "before"), takeDraft(draft, at, "after")]
      return { file, text: before === originals[at] ? after : text }
    })
    signal.throwIfAborted()
    for (const [at, { file }] of elsewhere.entries()) {
      mkdirSync(dirname(file), { recursive: true })
      // A hard link, because it fails if the file exists; a rename would overwrite it.
      linkSync(join(draft.folder, draftName(at)), file)
      undo.push(() => rmSync(file))
      rmSync(join(draft.folder, draftName(at)))
    }
    draft.publish()
    undo.push(() => rmSync(folder, { recursive: true }))
    for (const { file, text } of edits) {
      const before = readFileSync(file, "utf8")
      replaceFile(file, text)
      undo.push(() => replaceFile(file, before))
    }
  } catch (error) {
    for (const step of undo.toReversed()) step()
    throw error
  } finally {
    draft.discard()
  }
}

function draftName(at: number, what: "elsewhere" | "before" | "after" = "elsewhere"): string {
  return `${what}-${at}.ts`
}

/** Removes a file from the draft, and returns its text. */
function takeDraft({ folder }: Draft, at: number, what: "before" | "after"): string {
  const path = join(folder, draftName(at, what))
  const text = readFileSync(path, "utf8")
  rmSync(path)
  return text
}

/** Formats the draft, because names of any length change the line width. Nothing to do without a formatter. */
async function format(draft: string, packageFolder: string, signal: AbortSignal): Promise<void> {
  const formatter = findFormatter(packageFolder)
  if (formatter !== undefined)
    await runQuietly(process.execPath, [formatter.file, ...formatter.args, "."], draft, signal)
}

/** Replaces a file atomically by a rename. Symbolic links and permissions are kept. */
function replaceFile(path: string, text: string): void {
  const file = realpathSync(path)
  const draft = `${file}.trivet-${process.pid}-${randomBytes(3).toString("hex")}`
  try {
    writeFileSync(draft, text, { flag: "wx" })
    chmodSync(draft, statSync(file).mode)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
