import { existsSync, readFileSync } from "node:fs"
import { dirname, extname, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { Finding } from "../check/finding.ts"
import { frameOf } from "./frame-of.ts"
import { shortPlace } from "./short-place.ts"
import type { SerializedError } from "./report.ts"

type Edges = readonly (readonly [from: string, to: string])[]

/** Explains an import of a missing file, package or name. */
export function explainImport(error: SerializedError, imports: Edges): Finding | undefined {
  return explainMissingFile(error) ?? explainMissingPackage(error) ?? explainMissingName(error, imports)
}

function explainMissingFile(error: SerializedError): Finding | undefined {
  const [, wanted, by] =
    /^Cannot find module '(.+?)' imported from (.+?)$/.exec(error.message) ??
    /^Directory import '(.+?)' is not supported resolving ES modules imported from (.+?)$/.exec(
      error.message.split("\n")[0] ?? "",
    ) ??
    []
  if (wanted === undefined || by === undefined) return undefined
  const importer = by.startsWith("file:") ? fileURLToPath(by) : by
  const there = [`${wanted}.ts`, `${wanted}/index.ts`, wanted.replace(/\.js$/, ".ts")].find(
    (file) => file !== wanted && existsSync(file),
  )
  const typed = specifierOf(importer, wanted)
  return {
    severity: "fault",
    code: "IMPORT_NOT_FOUND",
    subject: shortPlace(wanted),
    message: `${shortPlace(importer)} imports ${typed.text}, and there is no such file.`,
    where: typed.where,
    fix:
      there === undefined
        ? "Check the name of the file; paths are case-sensitive."
        : `Write the whole name, with its ending: \`"${relativeTo(importer, there)}"\`. Node guesses no endings.`,
    chain: [],
  }
}

function explainMissingPackage(error: SerializedError): Finding | undefined {
  const [, name, by] = /^Cannot find package '(.+?)' imported from (.+?)$/.exec(error.message) ?? []
  if (name === undefined || by === undefined) return undefined
  const importer = by.startsWith("file:") ? fileURLToPath(by) : by
  return {
    severity: "fault",
    code: "PACKAGE_NOT_FOUND",
    subject: name,
    message: `${shortPlace(importer)} imports the package ${name}, which is not installed.`,
    where: lineWith(importer, name),
    fix: `Run \`npm install ${name}\`, or check the name.`,
    chain: [],
  }
}

function explainMissingName(error: SerializedError, imports: Edges): Finding | undefined {
  const [, specifier, name] =
    /^The requested module '(.+?)' does not provide an export named '(.+?)'$/.exec(error.message) ?? []
  if (specifier === undefined || name === undefined) return undefined
  const [, place] = /^(file:\/\/\S+?):\d+$/m.exec(error.stack) ?? []
  const importer = place ?? importerOf(specifier, name, imports)
  const path = importer === undefined ? undefined : fileURLToPath(importer)
  const target = imports.find(([from, to]) => from === importer && leadsTo(specifier, to))?.[1]
  const isType = target !== undefined && exportsType(fileURLToPath(target), name)
  return {
    severity: "fault",
    code: isType ? "TYPE_IMPORTED_AS_VALUE" : "EXPORT_NOT_FOUND",
    subject: name,
    message: isType
      ? `\`${name}\` is a type of "${specifier}" and is imported as a value: types are gone before the program runs.`
      : `"${specifier}" does not export \`${name}\` as a value.`,
    where: path === undefined ? frameOf(error) : (lineWith(path, name) ?? `${shortPlace(path)}:1:1`),
    fix: isType
      ? `Write \`import type { ${name} }\`, or \`type ${name}\` within the braces.`
      : `Check the name. If \`${name}\` is a type, write \`import type { ${name} }\`: types are gone before the program runs.`,
    chain: [],
  }
}

function importerOf(specifier: string, name: string, imports: Edges): string | undefined {
  return imports.find(([from]) => {
    const text = sourceOfFile(fileURLToPath(from))
    return new RegExp(`import\\s[^;"']*\\b${name}\\b[^;"']*["']${escapedForPattern(specifier)}["']`).test(
      text,
    )
  })?.[0]
}

/** The types of a package may be declared beside its code, or in it. */
function exportsType(file: string, name: string): boolean {
  const beside = file.replace(/\.js$/, ".d.ts")
  const pattern = new RegExp(
    `export\\s+(?:declare\\s+)?(?:interface|type)\\s+${name}\\b|export\\s+type\\s*\\{[^}]*\\b${name}\\b|export\\s*\\{[^}]*\\btype\\s+${name}\\b`,
  )
  return pattern.test(sourceOfFile(file)) || pattern.test(sourceOfFile(beside))
}

function leadsTo(specifier: string, url: string): boolean {
  if (!specifier.startsWith(".")) return url.includes(specifier.split("/").at(-1)!)
  return url.endsWith(specifier.replace(/^(?:\.{1,2}\/)+/, "/").replace(/^\/?/, "/"))
}

function specifierOf(
  importer: string,
  wanted: string,
): { readonly text: string; readonly where: string | undefined } {
  const typed = relativeTo(importer, wanted)
  return { text: `"${typed}"`, where: lineWith(importer, `"${typed}"`) ?? lineWith(importer, typed) }
}

function relativeTo(importer: string, file: string): string {
  const path = relative(dirname(importer), file)
  return path.startsWith(".") || extname(importer) === "" ? path : `./${path}`
}

function lineWith(file: string, text: string): string | undefined {
  const lines = sourceOfFile(file).split("\n")
  const at = lines.findIndex((line) => line.includes(text))
  return at === -1 ? undefined : `${shortPlace(file)}:${at + 1}:${lines[at]!.indexOf(text) + 1}`
}

function sourceOfFile(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

function escapedForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
