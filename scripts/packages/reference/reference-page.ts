import { posix } from "node:path"
import { anchorsOf } from "../../docs/markdown.ts"
import type { Signature } from "../signatures/package-signatures.ts"
import type { Group } from "./groups.ts"
import { findUsage, type SourceCode } from "./usages.ts"

type Groups = Readonly<Record<string, readonly Group[]>>

/** A signature with its place in docs/reference. */
export interface Placed extends Signature {
  /** The page: `docs/reference/trivet-routes.md`. */
  readonly page: string
  readonly anchor: string
}

/** A page of docs/reference. */
export interface ReferencePage {
  readonly path: string
  readonly text: string
}

function pathOf(entryPoint: string, group?: Group): string {
  const name = entryPoint.replace("@trivet/", "").replaceAll("/", "-")
  return `docs/reference/${name}${group === undefined ? "" : `-${group.name}`}.md`
}

/** The signatures in the order of their pages: by group, values before types. */
export function placed(signatures: readonly Signature[], groups: Groups): Placed[] {
  const byEntryPoint = Map.groupBy(signatures, ({ entryPoint }) => entryPoint)
  return [...byEntryPoint].flatMap(([entryPoint, own]) => {
    const parts = groups[entryPoint]
    if (parts === undefined) return onPage(own, pathOf(entryPoint))
    return parts.flatMap((group) =>
      onPage(
        own.filter(({ name }) => group.names.includes(name)),
        pathOf(entryPoint, group),
      ),
    )
  })
}

function onPage(signatures: readonly Signature[], path: string): Placed[] {
  const isType = ({ text }: Signature) => /^(?:interface|type) /.test(text)
  const sorted = [...signatures.filter((one) => !isType(one)), ...signatures.filter(isType)]
  const anchors = anchorsOf(sorted.map(({ name }) => name))
  return sorted.map((one, index) => ({ ...one, page: path, anchor: anchors[index]! }))
}

/** Names that are in no group, in two, or in one although no entry point has them. */
export function groupProblems(signatures: readonly Signature[], groups: Groups): string[] {
  return Object.entries(groups).flatMap(([entryPoint, parts]) => {
    const own = signatures.filter((one) => one.entryPoint === entryPoint).map(({ name }) => name)
    if (own.length === 0) return []
    const listed = parts.flatMap(({ names }) => names)
    const tell = (name: string, what: string) =>
      `${entryPoint}: "${name}" ${what} in scripts/packages/reference/groups.ts`
    return [
      ...own.filter((name) => !listed.includes(name)).map((name) => tell(name, "is in no group")),
      ...listed.filter((name) => !own.includes(name)).map((name) => tell(name, "is no public name, and is")),
      ...listed
        .filter((name, at) => listed.indexOf(name) !== at)
        .map((name) => tell(name, "is in two groups")),
    ]
  })
}

/** All pages: one for each entry point or group, and for an entry point with groups one that lists them. */
export function referencePages(
  all: readonly Placed[],
  groups: Groups,
  sources: readonly SourceCode[],
): ReferencePage[] {
  return [...new Set(all.map(({ entryPoint }) => entryPoint))].flatMap((entryPoint) => {
    const parts = groups[entryPoint]
    if (parts === undefined) return [page(entryPoint, pathOf(entryPoint), all, sources)]
    return [
      { path: pathOf(entryPoint), text: contentsOf(entryPoint, parts, all) },
      ...parts.map((group) => page(`${entryPoint}: ${group.about}`, pathOf(entryPoint, group), all, sources)),
    ]
  })
}

function contentsOf(entryPoint: string, parts: readonly Group[], all: readonly Placed[]): string {
  return [
    `# ${entryPoint}`,
    `Every public name of \`${entryPoint}\`, by task. ${madeBy}`,
    ...parts.map((group) => {
      const path = pathOf(entryPoint, group)
      const names = all.filter((one) => one.page === path)
      const lines = names.map(
        ({ name, anchor, doc }) => `- [${name}](${posix.basename(path)}#${anchor}): ${firstSentence(doc)}`,
      )
      const title = `${group.about.charAt(0).toUpperCase()}${group.about.slice(1)}`
      return [`## ${title}`, lines.join("\n")].join("\n\n")
    }),
  ]
    .join("\n\n")
    .concat("\n")
}

function firstSentence(doc: string): string {
  const prose = proseOf(doc).split("\n\n")[0]!.replaceAll("\n", " ")
  const sentence = /^.*?[.:](?= |$)/.exec(prose)?.[0] ?? prose
  return sentence.replace(/[.:]$/, "")
}

const madeBy =
  "`npm run signatures` writes this page from the doc comments and the built declarations; `npm run check` compares it."

/**
 * Every name of a page with its doc comment, its signature with the comments of its members, and a use of it. A type that no
 * code writes out names the signatures in which it appears.
 */
function page(
  title: string,
  path: string,
  all: readonly Placed[],
  sources: readonly SourceCode[],
): ReferencePage {
  const own = all.filter((one) => one.page === path)
  const text = [
    `# ${title}`,
    `What each name is for, its signature, and a use of it; values before types. ${madeBy}`,
    own.map(({ name, anchor }) => `[${name}](#${anchor})`).join(" · "),
    ...own.map((one) => section(one, all, sources)),
  ]
  return { path, text: text.join("\n\n").concat("\n") }
}

function section(signature: Placed, all: readonly Placed[], sources: readonly SourceCode[]): string {
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
export function isUsed(signature: Placed, all: readonly Placed[], sources: readonly SourceCode[]): boolean {
  return signature.doc.includes("@example") || useOf(signature, all, sources) !== ""
}

function useOf(
  { name, entryPoint, page: own }: Placed,
  all: readonly Placed[],
  sources: readonly SourceCode[],
): string {
  const usage = findUsage(name, entryPoint, sources)
  if (usage !== undefined) {
    const link = posix.relative("docs/reference", usage.path) + usage.anchor
    return `Used in [${usage.title}](${link}):\n\n${code(usage.excerpt)}`
  }
  const holders = all.filter((one) => one.name !== name && one.types.includes(name)).slice(0, 6)
  if (holders.length === 0) return ""
  const links = holders.map(
    (one) => `[${one.name}](${one.page === own ? "" : posix.basename(one.page)}#${one.anchor})`,
  )
  return `Appears in ${links.join(", ")}.`
}
