import { readFileSync, writeFileSync } from "node:fs"
import { STATUS_CODES } from "node:http"
import { join, relative } from "node:path"
import { catalogue as auth } from "../packages/auth/src/faults.ts"
import { catalogue as fileFaults } from "../packages/files/src/faults.ts"
import { catalogue as jobs } from "../packages/jobs/src/faults.ts"
import { catalogue as limit } from "../packages/limit/src/faults.ts"
import { catalogue as mail } from "../packages/mail/src/faults.ts"
import { catalogue as multipart } from "../packages/multipart/src/faults.ts"
import { catalogue as nats } from "../packages/nats/src/faults.ts"
import { catalogue as postgres } from "../packages/postgres/src/faults.ts"
import { catalogue as redis } from "../packages/redis/src/faults.ts"
import { catalogue, type FaultEntry } from "../packages/trivet/src/fault/catalogue.ts"
import { catalogue as fetchPublic } from "../packages/trivet/src/engine/node/fetch-public/faults.ts"
import { catalogue as scope } from "../packages/trivet/src/scope/faults.ts"
import { report } from "./reading/check-result.ts"
import { root } from "./reading/workspace.ts"

type Catalogue = Readonly<Record<string, FaultEntry>>

const page = join(root, "docs/reference/faults.md")
const list = join(root, "packages/tool/faults.json")
const source = join(root, "packages/trivet/src/fault/catalogue.ts")
const command = "node --conditions=@trivet/source scripts/faults.ts --write"

/** The catalogue of every package, and of every entry point, that raises faults of its own. */
export const catalogues: Readonly<Record<string, Catalogue>> = {
  trivet: catalogue,
  "trivet/extend": scope,
  "trivet/node": fetchPublic,
  "@trivet/auth": auth,
  "@trivet/files": fileFaults,
  "@trivet/jobs": jobs,
  "@trivet/limit": limit,
  "@trivet/mail": mail,
  "@trivet/multipart": multipart,
  "@trivet/nats": nats,
  "@trivet/postgres": postgres,
  "@trivet/redis": redis,
}

/** What docs/reference/faults.md must say: the framework's faults in their groups, then those of each package. */
export function faultsPage(): string {
  const { trivet, ...others } = catalogues
  const parts = [
    "# Faults",
    `Every fault of the framework and its packages, by its stable code. \`{name}\` is a placeholder for a detail. \`${command}\` writes this page from the catalogues, and a test compares them.`,
  ]
  for (const [, group, code = ""] of readFileSync(source, "utf8").matchAll(
    /^ {2}\/\/ (.+)$|^ {2}([A-Z_]+): \{$/gm,
  ))
    parts.push(...(group === undefined ? section(code, trivet![code]) : [`## ${group}`]))
  for (const [name, entries] of Object.entries(others))
    parts.push(`## ${name}`, ...Object.entries(entries).flatMap(([code, entry]) => section(code, entry)))
  return `${parts.join("\n\n")}\n`
}

function section(code: string, entry: FaultEntry | undefined): readonly string[] {
  if (entry === undefined) return []
  return [
    `### ${code}`,
    withoutTags(entry.message.replaceAll(/\n +/g, "\n")),
    statusOf(entry),
    `Fix: ${withoutTags(entry.fix)}`,
  ]
}

/** `max=<n>` is no HTML: outside of code, Markdown would read a tag. */
function withoutTags(text: string): string {
  return text.replaceAll(/`[^`]*`|</g, (found) => (found === "<" ? "&lt;" : found))
}

function statusOf({ status = 500, public: text }: FaultEntry): string {
  return text === undefined ? `Status ${status}.` : `Status ${status}; the client reads "${text}".`
}

/** What packages/tool/faults.json must say, for `trivet explain CODE`. */
export function faultsList(): string {
  const faults = Object.entries(catalogues).flatMap(([name, entries]) =>
    Object.entries(entries).map(([code, { status = 500, public: text, message, fix }]) => ({
      code,
      package: name,
      status,
      client: text ?? STATUS_CODES[status],
      message: message.replaceAll(/\n +/g, "\n"),
      fix,
      page: `docs/reference/faults.md#${code.toLowerCase()}`,
    })),
  )
  return `${JSON.stringify(faults, null, 2)}\n`
}

if (import.meta.main) {
  const files = new Map([
    [page, faultsPage()],
    [list, faultsList()],
  ])
  if (process.argv.includes("--write")) for (const [file, text] of files) writeFileSync(file, text)
  const old = [...files].filter(([file, text]) => readFileSync(file, "utf8") !== text)
  report({
    problems: old.map(([file]) => `${relative(root, file)}: out of date: run "${command}"`),
  })
}
