import { existsSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type EntryPoint, entryPoints } from "../entry-points/entry-point.ts"
import type { Package } from "../../reading/workspace.ts"
import { type DeclarationFile, parseDeclarationFile, type Statement } from "./declaration-file.ts"

/** The signature of one public name. */
export interface Signature {
  readonly entryPoint: string
  readonly name: string
  /** Its declarations, as the compiler emitted them. */
  readonly text: string
  /** The same with the comments of their members. */
  readonly commented: string
  readonly doc: string
  /** The types that it names. */
  readonly types: readonly string[]
  /** Types of the package that it names and that no entry point of the package exports. */
  readonly hidden: readonly string[]
}

/** Where a name is declared: a file below `dist`, and its name there. */
interface Place {
  readonly file: string
  readonly name: string
}

/** The signatures of a package, by entry point and name, read from its built declarations. Needs a build. */
export function packageSignatures(workspace: string, owner: Package): Signature[] {
  const files = new Map<string, DeclarationFile>()
  const read = (path: string): DeclarationFile => {
    const known = files.get(path)
    if (known !== undefined) return known
    const full = join(workspace, path)
    const file = parseDeclarationFile(existsSync(full) ? readFileSync(full, "utf8") : "")
    files.set(path, file)
    return file
  }
  const names = entryPoints(owner).entryPoints.flatMap((entry) => publicNames(entry, read))
  const shown = new Set(names.map(({ place }) => keyOf(place)))
  return names.map(({ entryPoint, name, place }) => {
    const statements = read(place.file).declared.get(place.name) ?? []
    return {
      entryPoint,
      name,
      text: statements.map(({ text }) => text).join("\n"),
      commented: statements.map(({ commented }) => commented).join("\n"),
      doc: statements.find(({ doc }) => doc !== "")?.doc ?? "",
      types: statements.flatMap(({ types }) => types),
      hidden: hiddenTypes(statements, place.file, read, shown),
    }
  })
}

type Read = (path: string) => DeclarationFile

function publicNames({ specifier, file }: EntryPoint, read: Read) {
  const path = declarationsOf(file.replace("/src/", "/dist/"))
  return exportedNames(path, read)
    .map((name) => ({ entryPoint: specifier, name, place: findPlace(path, name, read) }))
    .flatMap((one) => (one.place === undefined ? [] : [{ ...one, place: one.place }]))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function exportedNames(path: string, read: Read): string[] {
  const { exported, stars } = read(path)
  return [...exported.keys(), ...stars.flatMap((star) => exportedNames(resolve(path, star)!, read))]
}

/** The declaration behind an exported name, through all re-exports; undefined if another package declares it. */
function findPlace(path: string, name: string, read: Read): Place | undefined {
  const { exported, stars } = read(path)
  const source = exported.get(name)
  if (typeof source === "string") return findLocal(path, source, read)
  if (source !== undefined) {
    const target = resolve(path, source.specifier)
    return target === undefined ? undefined : findPlace(target, source.name, read)
  }
  for (const star of stars) {
    const found = findPlace(resolve(path, star)!, name, read)
    if (found !== undefined) return found
  }
  return undefined
}

/** The declaration behind a name that a file uses: its own, or one that it imports from the same package. */
function findLocal(path: string, name: string, read: Read): Place | undefined {
  const { declared, imported } = read(path)
  if (declared.has(name)) return { file: path, name }
  const source = imported.get(name)
  const target = source === undefined ? undefined : resolve(path, source.specifier)
  return target === undefined ? undefined : findPlace(target, source!.name, read)
}

function hiddenTypes(
  statements: readonly Statement[],
  path: string,
  read: Read,
  shown: ReadonlySet<string>,
): string[] {
  const named = new Set(statements.flatMap(({ types }) => types))
  return [...named]
    .filter((name) => {
      const place = findLocal(path, name, read)
      return place !== undefined && !shown.has(keyOf(place))
    })
    .toSorted()
}

function resolve(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined
  return declarationsOf(posix.join(posix.dirname(from), specifier))
}

function declarationsOf(path: string): string {
  return path.replace(/(?<!\.d)\.[jt]s$/, ".d.ts")
}

function keyOf({ file, name }: Place): string {
  return `${file}#${name}`
}
