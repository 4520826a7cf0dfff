import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { tree } from "../reading/tree.ts"
import { checkSignatures } from "./signatures.ts"

function entry(name: string) {
  return { "@trivet/source": `./src/${name}.ts`, types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

const built = {
  "packages/trivet/package.json": JSON.stringify({
    name: "trivet",
    exports: { ".": entry("index"), "./node": entry("node") },
  }),
  "packages/trivet/dist/index.d.ts":
    'export { Fault, type Code as FaultCode } from "./fault.ts";\nexport type * from "./values.ts";\n',
  "packages/trivet/dist/node.d.ts": 'export { serve } from "./serve.ts";\n',
  "packages/trivet/dist/fault.d.ts": `import type { Clock } from "other";
/** An error. */
export declare class Fault<Given extends Code> extends Error {
    #private;
    /** Its code, such as "/* none". */
    readonly code: "/* none" | Given;
    constructor(code: Given, clock?: Clock);
}
/** Its name. */
export type Code = string;
//# sourceMappingURL=fault.d.ts.map`,
  "packages/trivet/dist/values.d.ts": "/** Extended by applications. */\nexport interface Values {\n}\n",
  "packages/trivet/dist/serve.d.ts": `import type { Fault } from "./fault.ts";
/** Serves a port. */
export declare function serve(port: number): Fault<"a">;
/** Serves a path. */
export declare function serve(path: string): Fault<"b">;
`,
  "docs/learn/all.md": `# All

\`\`\`ts
import { Fault, type FaultCode, type Values } from "trivet"
import { serve } from "trivet/node"

export const code: FaultCode = "a"
export const values: Values = {}
export const faults = [
  new Fault("a"),
  serve(3000),
]
\`\`\`
`,
}

const none = { known: [], groups: {} }

/** The problems of this workspace with some files changed after its report was written. */
function problems(changes: Record<string, string> = {}, known: readonly string[] = []): readonly string[] {
  const folder = tree(built)
  checkSignatures(folder, true, none)
  for (const [path, text] of Object.entries(changes)) writeFileSync(join(folder, path), text)
  return checkSignatures(folder, false, { ...none, known }).problems
}

function written(path: string): string {
  const folder = tree(built)
  checkSignatures(folder, true, none)
  return readFileSync(join(folder, path), "utf8")
}

describe("checkSignatures", () => {
  it("finds nothing in what it has written", () => {
    expect(problems()).toEqual([])
  })

  it("puts the names of an entry point on a page for each group, behind one that lists them", () => {
    const folder = tree(built)
    const groups = {
      trivet: [
        { name: "errors", about: "what goes wrong", names: ["Fault", "FaultCode"] },
        { name: "values", about: "values", names: ["Values"] },
      ],
    }
    expect(checkSignatures(folder, true, { known: [], groups }).problems).toEqual([])
    const read = (name: string) => readFileSync(join(folder, `docs/reference/${name}.md`), "utf8")
    expect(read("trivet")).toContain(
      "## What goes wrong\n\n- [Fault](trivet-errors.md#fault): An error\n- [FaultCode](trivet-errors.md#faultcode): Its name",
    )
    expect(read("trivet-errors")).toMatch(/^# trivet: what goes wrong\n[^]*## Fault\n/)
    expect(read("trivet-errors")).not.toContain("## Values")
    const wrong = { trivet: [{ name: "a", about: "a", names: ["Fault", "Fault", "Gone", "Values"] }] }
    expect(checkSignatures(folder, false, { known: [], groups: wrong }).problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"FaultCode" is in no group'),
        expect.stringContaining('"Gone" is no public name'),
        expect.stringContaining('"Fault" is in two groups'),
        expect.stringContaining("docs/reference/trivet-errors.md: no entry point has this page"),
      ]),
    )
  })

  it("reports a signature that changed, with the first line that differs", () => {
    const changed = built["packages/trivet/dist/serve.d.ts"].replace("number", "bigint")
    expect(problems({ "packages/trivet/dist/serve.d.ts": changed })).toEqual([
      'docs/reference/trivet-node.md: out of date at line 12: run "npm run signatures" and read what changed',
    ])
  })

  it("reports a comment that changed", () => {
    const changed = built["packages/trivet/dist/serve.d.ts"].replace("Serves a port", "Listens on a port")
    expect(problems({ "packages/trivet/dist/serve.d.ts": changed })).toEqual([
      expect.stringContaining("docs/reference/trivet-node.md: out of date"),
    ])
  })

  it("writes a page for each entry point: comment, signature with its members' comments, and a use", () => {
    expect(written("docs/reference/trivet.md")).toContain(`## Fault

An error.

\`\`\`mts
class Fault<Given extends Code> extends Error {
  #private;
  /** Its code, such as "/* none". */
  readonly code: "/* none" | Given;
  constructor(code: Given, clock?: Clock);
}
\`\`\`

Used in [All](../learn/all.md):

\`\`\`mts
new Fault("a"),
\`\`\`
`)
  })

  it("reports a name that no page and no example uses", () => {
    const page = built["docs/learn/all.md"].replace("  serve(3000),\n", "")
    expect(problems({ "docs/learn/all.md": page })).toContainEqual(
      'trivet/node: no page and no example uses "serve"',
    )
  })

  it.each([
    ["of another file", 'import type { Call } from "./call.ts";\n', "Call"],
    ["of the same file", "interface Call {\n}\n", "Call"],
    ["as a value", "declare const limits: { a: 1 };\n", "typeof limits"],
    ["within another type", 'import type { Call } from "./call.ts";\n', "Promise<readonly Call[]>"],
  ])("reports a type that users cannot import: %s", (_, before, type) => {
    const serve = `${before}export declare function serve(call: ${type}): void;\n`
    const files = {
      ...built,
      "packages/trivet/dist/serve.d.ts": serve,
      "packages/trivet/dist/call.d.ts": "export interface Call {\n}\n",
    }
    const hidden = `trivet/node: serve: ${type.includes("limits") ? "limits" : "Call"}`
    const folder = tree(files)
    expect(checkSignatures(folder, true, none).problems).toEqual([
      expect.stringContaining(`${hidden} is not exported`),
    ])
    expect(checkSignatures(folder, false, { ...none, known: [hidden] }).problems).toEqual([])
  })

  it("accepts type parameters, types of other packages and types of another entry point", () => {
    expect(problems()).toEqual([])
  })

  it("reports a known hidden type that is hidden no longer", () => {
    expect(problems({}, ["trivet/node: serve: Call"])).toEqual([
      expect.stringContaining("trivet/node: serve: Call is no longer hidden"),
    ])
  })

  it("reports a missing build", () => {
    expect(problems({ "packages/trivet/dist/serve.d.ts": "" })).toContainEqual(
      expect.stringContaining("docs/reference/trivet-node.md"),
    )
  })
})
