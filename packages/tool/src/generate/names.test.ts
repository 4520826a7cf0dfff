import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"
import { findNameFlaw } from "../app/app-name.ts"
import { moduleNames } from "./names/module-names.ts"
import { plainFiles } from "./files/plain-files.ts"
import { resourceFiles } from "./files/resource-files.ts"
import { surroundingsOf } from "./surroundings.ts"

/** Every reserved word of ECMAScript, those of strict mode and of modules included. */
const reserved =
  `arguments await break case catch class const continue debugger default delete do else enum eval export
extends false finally for function if implements import in instanceof interface let new null package private protected
public return static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/)

/** Words with a meaning in some places only, in old editions, or in TypeScript. */
const contextual =
  `abstract any as asserts async boolean byte char constructor declare double final float from get goto
infer int is keyof long module namespace native never number object of out override readonly require satisfies set short
string symbol synchronized throws transient type unique unknown using volatile`.split(/\s+/)

/** Names that generated files use themselves. */
const used =
  "access-tokens apps bearer-auth clocks contexts dbs headers list-pages name-forms not-founds others params refusals settings sign-ups tables test-apps"

/** `Date` as a module's name: `date`, and `dates`. */
const kebab = (name: string) =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase()
const many = (name: string) =>
  /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : name.replace(/y$|$/, (end) => (end === "y" ? "ies" : "s"))
const words = [...reserved, ...contextual, ...Object.getOwnPropertyNames(globalThis), ...used.split(" ")]
const names = [...new Set(words.map(kebab).flatMap((name) => [name, many(name)]))].filter(
  (name) => findNameFlaw(name, []) === undefined,
)

// All of them take minutes of a compiler's time: TRIVET_LONG=1. Otherwise every tenth, and those that collide easily.
const long = process.env["TRIVET_LONG"] === "1"
const close = ["class", "classes", "date", "dates", "errors", "delete", "constructor", ...used.split(" ")]
const compiled = names.filter((name, at) => long || at % 10 === 0 || close.includes(name))

let app: TemplateApp
const generate = (name: string, type = "resource", ...more: readonly string[]) =>
  runTool(["g", "module", `--name=${name}`, `--type=${type}`, ...more], { cwd: app.folder })

beforeAll(async () => {
  app = await createTemplateApp("api")
})
afterAll(() => app.remove())

describe("a module named like a reserved word or a global", () => {
  it("declares no name that is one", () => {
    expect(names.length).toBeGreaterThan(300)
    const declared = names.flatMap((name) => {
      const { one, oneCamel, contract } = moduleNames(name)
      return [one, oneCamel, contract]
    })
    expect(declared.filter((name) => name in globalThis || reserved.includes(name))).toEqual([])
  })

  it("compiles, whichever word it is", async () => {
    for (const name of compiled)
      for (const kind of ["plain", "resource"] as const) {
        const folder = join(app.folder, "src", kind, name)
        mkdirSync(folder, { recursive: true })
        const around = surroundingsOf(folder, app.folder)
        const made = moduleNames(name)
        const files =
          kind === "plain"
            ? plainFiles(made)
            : resourceFiles(made, around, { migration: `003-${name}`, isOwned: true })
        for (const { path, text } of files) writeFileSync(join(folder, path), text)
      }
    const { code, text } = await app.run("typescript/bin/tsc", ["--noEmit"])
    for (const kind of ["plain", "resource"]) rmSync(join(app.folder, "src", kind), { recursive: true })
    expect(text.slice(0, 2_000)).toBe("")
    expect(code).toBe(0)
  })
})

describe("a name that is taken in the application", () => {
  it.each([
    ["health", "plain", "the application has a module of this name"],
    ...(long
      ? [
          ["openapi", "resource", "the application has a module of this name"],
          ["store", "plain", "the application has a module of this name"],
        ]
      : []),
    ["app", "plain", "src/app-module.ts has another `AppModule`"],
    ["notes", "resource", "src/notes exists already, and nothing is overwritten"],
    ["docs", "plain", "the application has a route GET /docs"],
    ["key-values", "resource", "@trivet/postgres has a table key_values"],
  ] as [string, string, string][])(
    "rejects %s with another one, and writes nothing",
    async (name, type, reason) => {
      const before = filesOf(app.folder)
      const { code, stderr } = await generate(name, type)
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `trivet: "${name}" cannot be the name: ${reason}. Another name: --name=shop-${name}. Type: trivet g module --help\n`,
      })
      expect(filesOf(app.folder)).toEqual(before)
    },
  )

  it("accepts the suggested one", async () => {
    expect(await generate("shop-docs", "plain")).toMatchObject({ code: 0, stderr: "" })
    expect(await runTool(["check", "--strict"], { cwd: app.folder })).toMatchObject({ code: 0 })
  })
})

/** All but the packages: other tests run with the same ones, and tools keep caches there. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) =>
    name === "node_modules"
      ? []
      : [
          name,
          ...(name === "src" ? readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }) : []),
        ],
  )
}
