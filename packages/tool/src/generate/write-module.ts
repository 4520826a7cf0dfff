import { randomBytes } from "node:crypto"
import {
  chmodSync,
  linkSync,
  mkdirSync,
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
import type { NewFile } from "./plain-files.ts"

/** All that a new module changes on the disk. */
export interface ModuleChange {
  readonly packageFolder: string
  /** The module's folder, which is made. */
  readonly folder: string
  readonly files: readonly NewFile[]
  /** A file elsewhere, which is made too. */
  readonly migration: { readonly file: string; readonly text: string } | undefined
  /** A file that is there, with its new text. */
  readonly parent: { readonly file: string; readonly text: string } | undefined
}

const migrationDraft = "migration.ts"

/**
 * Writes a module: everything or nothing. What is new is drafted, formatted as the package formats, and moved to its
 * place; nothing that stands there is overwritten. The parent comes last, when all that it names is there.
 */
export async function writeModule(change: ModuleChange, signal: AbortSignal): Promise<void> {
  const { folder, files, migration, parent } = change
  const draft = new Draft(folder)
  const undo: (() => void)[] = []
  try {
    for (const { path, text } of files) draft.write({ path, text, mode: 0o644 })
    if (migration !== undefined) draft.write({ path: migrationDraft, text: migration.text, mode: 0o644 })
    await format(draft.folder, change.packageFolder, signal)
    signal.throwIfAborted()
    if (migration !== undefined) {
      mkdirSync(dirname(migration.file), { recursive: true })
      // A link, because it is refused where a file stands; a rename would replace that.
      linkSync(join(draft.folder, migrationDraft), migration.file)
      undo.push(() => rmSync(migration.file))
      rmSync(join(draft.folder, migrationDraft))
    }
    draft.publish()
    undo.push(() => rmSync(folder, { recursive: true }))
    if (parent !== undefined) replaceFile(parent.file, parent.text)
  } catch (error) {
    for (const step of undo.toReversed()) step()
    throw error
  } finally {
    draft.discard()
  }
}

/** Names of any length keep the package's own line width this way. Without a formatter there is none to disagree. */
async function format(draft: string, packageFolder: string, signal: AbortSignal): Promise<void> {
  const formatter = findFormatter(packageFolder)
  if (formatter !== undefined)
    await runQuietly(process.execPath, [formatter.file, ...formatter.args, "."], draft, signal)
}

/** Replaces a file by a rename, so that no reader ever sees half of it. A link stays a link, and its rights stay. */
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
