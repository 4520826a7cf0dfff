import { posix } from "node:path"
import { anchorsOf } from "../docs/markdown.ts"
import type { Signature } from "../signatures/package-signatures.ts"
import { findUsage, type SourceCode } from "./usages.ts"

/** The page of an entry point in docs/reference. */
export function referencePath(entryPoint: string): string {
  return `docs/reference/${entryPoint.replace("@trivet/", "").replaceAll("/", "-")}.md`
}

/** The signatures of all entry points, each with the anchor that it has on its page. */
export interface Anchored extends Signature {
  readonly anchor: string
}

/** The names of an entry point in the order of its page: values, then types. */
export function anchored(signatures: readonly Signature[]): Anchored[] {
  const isType = ({ text }: Signature) => /^(?:interface|type) /.test(text)
  const sorted = [...signatures.filter((one) => !isType(one)), ...signatures.filter(isType)]
  const anchors = anchorsOf(sorted.map(({ name }) => name))
  return sorted.map((one, index) => ({ ...one, anchor: anchors[index]! }))
}

/**
 * The reference of one entry point: every public name with its doc comment, its signature with the comments of its
 * members, and a use of it. A type that no code writes out names the signatures in which it appears.
 */
export function referencePage(
  entryPoint: string,
  all: readonly Anchored[],
  sources: readonly SourceCode[],
): string {
  const own = all.filter((one) => one.entryPoint === entryPoint)
  return [
    `# ${entryPoint}`,
    `Every public name of \`${entryPoint}\`, values before types. \`npm run signatures\` writes this page from the doc comments and the built declarations; \`npm run check\` compares it.`,
    own.map(({ name, anchor }) => `[${name}](#${anchor})`).join(" · "),
    ...own.map((one) => section(one, all, sources)),
  ]
    .join("\n\n")
    .concat("\n")
}

function section(signature: Anchored, all: readonly Anchored[], sources: readonly SourceCode[]): string {
  const { name, doc, commented } = signature
  // The compiler indents declarations by four spaces.
  const declared = commented.replaceAll("    ", "  ")
  const parts = [`## ${name}`, proseOf(doc), code(declared), useOf(signature, all, sources)]
  return parts.filter((part) => part !== "").join("\n\n")
}

/** A doc comment as Markdown: `@example` becomes a line of text above its block, and `<` is no tag. */
function proseOf(doc: string): string {
  return doc
    .replace(/^@example\s*/gm, "Example:\n\n")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/```[^]*?```|`[^`]*`|</g, (found) => (found === "<" ? "&lt;" : found))
    .trim()
}

/** `mts` is highlighted as TypeScript, and is no example to compile. */
function code(text: string): string {
  return ["```mts", text, "```"].join("\n")
}

/** Whether a page shows how a name is used: by an example, or by the signatures in which it appears. */
export function isUsed(
  signature: Anchored,
  all: readonly Anchored[],
  sources: readonly SourceCode[],
): boolean {
  return signature.doc.includes("@example") || useOf(signature, all, sources) !== ""
}

function useOf(
  { name, entryPoint }: Anchored,
  all: readonly Anchored[],
  sources: readonly SourceCode[],
): string {
  const usage = findUsage(name, entryPoint, sources)
  if (usage !== undefined) {
    const link = posix.relative("docs/reference", usage.path) + usage.anchor
    return `Used in [${usage.title}](${link}):\n\n${code(usage.excerpt)}`
  }
  const holders = all.filter((one) => one.name !== name && one.types.includes(name)).slice(0, 6)
  if (holders.length === 0) return ""
  const links = holders.map((one) => {
    const page = one.entryPoint === entryPoint ? "" : posix.basename(referencePath(one.entryPoint))
    return `[${one.name}](${page}#${one.anchor})`
  })
  return `Appears in ${links.join(", ")}.`
}
