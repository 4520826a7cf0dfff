import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { PublicError } from "trivet"
import { runQuietly } from "../app/run-quietly.ts"
import { findFormatter } from "../generate/find-formatter.ts"
import type { SerializedDocument } from "../inspect/report.ts"
import { type ApiDocument, isApiDocument } from "./api-document.ts"

/** A document of the application, and its file beside package.json. */
export interface DocumentFile {
  /** `openapi.json`; for a document at `/v2/openapi.json`: `v2-openapi.json`. */
  readonly name: string
  readonly document: ApiDocument
}

/** The file of each document that the application serves. */
export function documentFilesOf(documents: readonly SerializedDocument[]): readonly DocumentFile[] {
  if (documents.length === 0)
    throw new PublicError(
      400,
      "the application has no OpenAPI document: import openapi() of @trivet/openapi in its root module",
    )
  return documents.map(({ path, document }) => {
    const name = path.replace(/^\/+/, "").replaceAll("/", "-")
    return {
      name: name.endsWith(".json") ? name : `${name}.json`,
      // As plain data: a schema may contain values that JSON omits.
      document: ordered(parseDocument(JSON.stringify(document), `the document at ${path}`)),
    }
  })
}

/** Parses a document. `source` names it in the error if it is invalid. */
export function parseDocument(text: string, source: string): ApiDocument {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new PublicError(400, `${source} is not JSON: ${(error as Error).message}`)
  }
  if (!isApiDocument(parsed)) throw new PublicError(400, `${source} is not an OpenAPI 3.1 document`)
  return parsed
}

/** Whether the file matches the application. Its formatting does not matter. */
export function stateOf(
  { name, document }: DocumentFile,
  folder: string,
): "current" | "outdated" | "missing" {
  const path = join(folder, name)
  if (!existsSync(path)) return "missing"
  try {
    return isDeepStrictEqual(JSON.parse(readFileSync(path, "utf8")), document) ? "current" : "outdated"
  } catch {
    // The file contains merge conflict markers.
    return "outdated"
  }
}

/** Writes the file, formatted as the package does. */
export async function writeDocument(file: DocumentFile, folder: string, signal: AbortSignal): Promise<void> {
  const path = join(folder, file.name)
  writeFileSync(path, `${JSON.stringify(file.document, null, 2)}\n`)
  const formatter = findFormatter(folder)
  if (formatter !== undefined)
    await runQuietly(process.execPath, [formatter.file, ...formatter.args, path], folder, signal)
}

/**
 * Sorts a document, so that the order of modules and routes does not matter and a diff of the file shows real changes
 * only.
 */
function ordered(document: ApiDocument): ApiDocument {
  const { paths, components = {}, ...rest } = document as ApiDocument & { tags?: readonly { name: string }[] }
  return {
    ...rest,
    ...(rest.tags && { tags: rest.tags.toSorted((a, b) => compare(a.name, b.name)) }),
    paths: sorted(Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, sorted(item)]))),
    components: Object.fromEntries(
      Object.entries(components).map(([kind, all]) => [kind, sorted(all as Readonly<Record<string, never>>)]),
    ),
  }
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => compare(a, b)))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
