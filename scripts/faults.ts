import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue, type CatalogueEntry } from "../packages/trivet/src/fault/catalogue.ts"
import { report } from "./reading/findings.ts"
import { root } from "./reading/workspace.ts"

const page = join(root, "docs/faults.md")
const source = join(root, "packages/trivet/src/fault/catalogue.ts")

/** What docs/faults.md must say: every fault of the catalogue, under the comments that group them there. */
export function faultsPage(): string {
  const entries: Readonly<Record<string, CatalogueEntry>> = catalogue
  const parts = [
    "# Faults",
    "Every error that the framework raises, by its stable code. A `{name}` stands for a detail of the case at hand. Written by `node scripts/faults.ts --write` from the catalogue; a test holds both together.",
  ]
  for (const [, group, code = ""] of readFileSync(source, "utf8").matchAll(
    /^ {2}\/\/ (.+)$|^ {2}([A-Z_]+): \{$/gm,
  )) {
    const entry = entries[code]
    if (group !== undefined) parts.push(`## ${group}`)
    else if (entry !== undefined)
      parts.push(`### ${code}`, entry.message.replaceAll(/\n +/g, "\n"), told(entry), `Fix: ${entry.fix}`)
  }
  return `${parts.join("\n\n")}\n`
}

function told({ status, public: text }: CatalogueEntry): string {
  return text === undefined ? `Status ${status}.` : `Status ${status}; the client reads "${text}".`
}

if (import.meta.main) {
  if (process.argv.includes("--write")) writeFileSync(page, faultsPage())
  const current = readFileSync(page, "utf8") === faultsPage()
  report({ problems: current ? [] : ['docs/faults.md: out of date: run "node scripts/faults.ts --write"'] })
}
