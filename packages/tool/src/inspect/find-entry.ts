import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { PublicError } from "trivet"

/** The entry file of a program, and its package's settings for the tool. */
export interface Entry {
  readonly file: string
  /** The folder of its package.json, or the working folder. */
  readonly folder: string
  /** Findings that the package ignores: a code, or a code and a subject. */
  readonly ignore: readonly string[]
}

interface Settings {
  readonly entry?: unknown
  readonly check?: { readonly ignore?: unknown }
}

/** How to specify the entry file, for errors. */
export const howToName =
  'Name the file that calls serve() or run(): --entry=src/main.ts, or "trivet": { "entry": "src/main.ts" } in package.json'

/**
 * Finds the entry file: the given one (`isOption`: from --entry), otherwise `trivet.entry` of package.json, otherwise
 * `src/main.ts`.
 */
export function findEntry(given: string, from: string = process.cwd(), isOption = true): Entry {
  const folder = packageFolderOf(given === "" ? from : dirname(resolve(from, given))) ?? from
  const settings = settingsIn(folder)
  const ignored = settings.check?.ignore
  const ignore = Array.isArray(ignored) ? ignored.map(String) : []
  const [file, source] =
    given !== ""
      ? [resolve(from, given), isOption ? "--entry" : undefined]
      : typeof settings.entry === "string"
        ? [
            resolve(folder, settings.entry),
            `"trivet": { "entry" } in ${relative(from, join(folder, "package.json"))}`,
          ]
        : [join(folder, "src/main.ts"), undefined]
  if (existsSync(file)) return { file, folder, ignore }
  const shown = relative(from, file)
  const reason = source === undefined ? "" : `, which ${source} names`
  throw new PublicError(400, `there is no ${shown}${reason}. ${howToName}`)
}

/** The nearest folder at or above one that has a package.json. */
export function packageFolderOf(from: string): string | undefined {
  if (existsSync(join(from, "package.json"))) return from
  const above = dirname(from)
  return above === from ? undefined : packageFolderOf(above)
}

function settingsIn(folder: string): Settings {
  const path = join(folder, "package.json")
  if (!existsSync(path)) return {}
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { trivet?: Settings } | null)?.trivet ?? {}
  } catch (error) {
    throw new PublicError(400, `${path} is not JSON: ${(error as Error).message}`)
  }
}
