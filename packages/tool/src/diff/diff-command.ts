import { command, type Context, inject, type Route } from "trivet"
import { placeOf, titleOf } from "../check/rule.ts"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import { findEntry } from "../inspect/find-entry.ts"
import type { SerializedApp } from "../inspect/report.ts"
import { compareDocuments } from "./compare-documents.ts"
import { type DocumentFile, documentFilesOf, stateOf, writeDocument } from "./document-file.ts"
import { findBase } from "./find-base.ts"
import { type DiffReport, isFailing, type PlacedChange, printReport } from "./print-report.ts"
import type { ApiDocument } from "./api-document.ts"

const record = {
  path: "diff",
  summary:
    "Compares the API with its committed document and with the main branch, and reports breaking changes",
  accepts: {
    query: commandOptions({
      ...programOptions,
      base: {
        type: "string",
        description: "a git revision or a file to compare with; else where this branch left the main branch",
      },
      write: { type: "boolean", description: "only write the document: openapi.json beside package.json" },
    }),
  },
} as const

/** `trivet diff`. */
export class DiffCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [command(record.path, this.diff, { ...record, print: printReport })]
  }

  async diff(ctx: Context<typeof record>): Promise<unknown> {
    const { base, write, ...choice } = ctx.input("query")
    const { folder } = findEntry(choice.entry)
    const { app, documents } = await this.#applications.find(ctx, choice, { documents: true })
    const files = documentFilesOf(documents)
    if (write) {
      for (const file of files) await writeDocument(file, folder, ctx.signal)
      return { written: files.map(({ name }) => name), files: [] } satisfies DiffReport
    }
    const all: DiffReport["files"][number][] = []
    for (const file of files) all.push(await compareFile(file, base, folder, app))
    const failed = all.some(
      ({ state, changes, allowed }) =>
        state !== "current" || changes.some((change) => isFailing(change, allowed)),
    )
    return ctx.status(failed ? 422 : 200).json({ written: [], files: all } satisfies DiffReport)
  }
}

async function compareFile(
  file: DocumentFile,
  given: string,
  folder: string,
  app: SerializedApp,
): Promise<DiffReport["files"][number]> {
  const { name, document } = await findBase(given, file.name, folder)
  const today = new Date().toISOString().slice(0, 10)
  const changes = document === undefined ? [] : compareDocuments(document, file.document, today)
  const places = new Map(app.routes.map((route) => [titleOf(route), placeOf(route)]))
  const placed = changes.map((change): PlacedChange => ({ ...change, where: places.get(change.route) }))
  return {
    file: file.name,
    state: stateOf(file, folder),
    base: name,
    compared: document !== undefined,
    changes: placed,
    version: versionOf(file.document),
    allowed: document && allowedByVersion(document, file.document),
  }
}

/**
 * Why changes may break clients, by the rules of Semantic Versioning: the older version is below 1.0.0, or the major
 * version is raised. `undefined` if they may not, or if a version does not begin with a number and a dot.
 */
function allowedByVersion(before: ApiDocument, after: ApiDocument): string | undefined {
  const [was, is] = [versionOf(before), versionOf(after)]
  if (majorOf(was) === 0) return `the older version is ${was}, below 1.0.0`
  return majorOf(is) > majorOf(was) ? `the major version is raised, ${was} → ${is}` : undefined
}

/** `info.version` of a document; `""` if it has none. */
function versionOf({ info }: ApiDocument): string {
  return info?.version ?? ""
}

function majorOf(version: string): number {
  return Number(/^(\d+)\./.exec(version)?.[1] ?? NaN)
}
