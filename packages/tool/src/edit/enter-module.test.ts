import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { parents, refusedParents } from "../../tests/testing/parents.ts"
import { enterModule } from "./enter-module.ts"

const posts = { name: "PostsModule", from: "./posts/posts-module.ts" }
const file = "src/app-module.ts"
const before = (marked: string) => marked.replaceAll(/«[^»]*»/g, "")
const after = (marked: string) => marked.replaceAll(/[«»]/g, "")

// Inside the workspace, because the files import the framework.
const folder = mkdtempSync(join(import.meta.dirname, "../../tests/testing/parents-"))
afterAll(() => rmSync(folder, { recursive: true }))

describe("enterModule", () => {
  it.each(parents)("enters a module and keeps the rest: $shape", ({ marked }) => {
    expect(enterModule(before(marked), posts, file)).toMatchObject({ kind: "changed", text: after(marked) })
  })

  it.each(parents)("changes nothing the second time: $shape", ({ marked }) => {
    expect(enterModule(after(marked), posts, file)).toEqual({ kind: "present" })
  })

  it.each(refusedParents)("refuses %j", (source, reason) => {
    expect(enterModule(source, posts, file)).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining(reason) as string,
    })
  })

  it("writes the ending of a file as the other imports do", () => {
    const source = `import { module } from "trivet"\nimport { A } from "./a.js"\nexport const AppModule = module({ name: "app", imports: [A] })\n`
    expect(enterModule(source, posts, file)).toMatchObject({
      text: source
        .replace(`"./a.js"`, `"./a.js"\nimport { PostsModule } from "./posts/posts-module.js"`)
        .replace("[A]", "[A, PostsModule]"),
    })
  })

  it("leaves files that Node runs and in which the module is imported", async () => {
    const stub = (name: string) =>
      `import { module } from "trivet"\nexport const ${name} = module({ name: "${name}" })\n`
    const files: Record<string, string> = { "data.json": `{ "name": "app" }` }
    for (const name of ["users", "notes", "posts"])
      files[`${name}/${name}-module.ts`] = stub(`${name[0]!.toUpperCase()}${name.slice(1)}Module`)
    files["notes/notes-module.ts"] += "export type Notes = string\n"
    for (const [index, { marked }] of parents.entries()) files[`parent-${index}.ts`] = after(marked)
    files["main.ts"] = `
      const results: unknown[] = []
      for (let at = 0; at < ${parents.length}; at++) {
        const { AppModule } = await import(\`./parent-\${at}.ts\`)
        const list = typeof AppModule.imports === "function" ? AppModule.imports() : AppModule.imports
        results.push(list.map((one: { name: string }) => one.name).filter((name: string) => name === "PostsModule").length)
      }
      console.log(JSON.stringify(results))`
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=@trivet/source",
      join(folder, "main.ts"),
    ])
    expect(JSON.parse(stdout)).toEqual(parents.map(() => 1))
  })

  it("only inserts, whatever white space, comments and commas stand between the tokens", () => {
    const noise = fc.constantFrom("", " ", "\n", "\r\n", "\t", " /* , ] } */ ", " // ) ] ,\n", "\n\n    ")
    const tokens = (last: string) =>
      `import { module } from "trivet"|;|\nimport { UsersModule } from "./users/users-module.ts"\nexport const AppModule =|module|(|{|name|:|"app"|,|imports|:|[|UsersModule|${last}|]|,|exports|:|[|]|}|)|`.split(
        "|",
      )
    const sources = fc.tuple(fc.boolean(), fc.array(noise, { minLength: 30, maxLength: 30 }))
    fc.assert(
      fc.property(sources, ([comma, gaps]) => {
        const source = tokens(comma ? "," : "")
          .map((token, at) => token + (at === 0 ? "" : (gaps[at] ?? "")))
          .join("")
        const entered = enterModule(source, posts, file)
        if (entered.kind !== "changed") throw new Error(JSON.stringify(entered))
        expect(isInserted(source, entered.text)).toBe(true)
        expect(enterModule(entered.text, posts, file)).toEqual({ kind: "present" })
        const bare = entered.text.replaceAll(/\/\*.*?\*\/|\/\/.*|\s/g, "")
        expect(bare).toContain(`imports:[UsersModule,PostsModule${comma ? "," : ""}],exports`)
        expect(bare).toContain(`import{PostsModule}from"./posts/posts-module.ts"`)
      }),
      { numRuns: 500 },
    )
  })
})

/** Whether a text is another with something put in between. */
function isInserted(source: string, text: string): boolean {
  let at = 0
  for (const char of text) if (char === source[at]) at += 1
  return at === source.length
}
