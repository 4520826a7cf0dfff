import { describe, expect, it } from "vitest"
import { checkLayers } from "./layers.ts"
import { tree } from "./reading/tree.ts"

const manifests = {
  "packages/trivet/package.json": '{ "name": "trivet" }',
  "packages/redis/package.json": '{ "name": "@trivet/redis", "peerDependencies": { "trivet": "*" } }',
}

/** The problems of a workspace that holds only these files; paths are below packages/trivet/src unless absolute. */
function problems(files: Record<string, string>): readonly string[] {
  const paths = Object.entries(files).map(([path, text]) => [
    path.startsWith("packages/") ? path : `packages/trivet/src/${path}`,
    text,
  ])
  return checkLayers(tree({ ...manifests, ...(Object.fromEntries(paths) as Record<string, string>) }))
    .problems
}

describe("checkLayers", () => {
  it("accepts imports to lower layers and within a folder, and any import of an entry point", () => {
    expect(
      problems({
        "index.ts": 'export { serve } from "./engine/node/serve.ts"',
        "engine/node/serve.ts":
          'import "node:http"\nimport "../../app/app.ts"\nimport "../outgoing.ts"\nimport "./listen.ts"',
        "engine/node/listen.ts": "",
        "engine/outgoing.ts": "",
        "app/app.ts": 'import "../fault/fault.ts"\nconst fs = await import("node:fs")',
        "testing/call.ts": 'import "../engine/node/serve.ts"',
        "fault/fault.ts": "",
      }),
    ).toEqual([])
  })

  it("reports an import that points up, with its line and both layers", () => {
    const found = problems({ "fault/fault.ts": '\nimport "../app/app.ts"', "app/app.ts": "" })
    expect(found).toEqual([
      'packages/trivet/src/fault/fault.ts:2: import of "../app/app.ts" points from fault (layer 0) to app (layer 4)',
    ])
  })

  it.each([
    ["an import of types only", 'import type { App } from "../app/app.ts"'],
    ["a type that imports", 'export type A = import("../app/app.ts").App'],
    ["a re-export", 'export { App } from "../app/app.ts"'],
    ["a dynamic import", 'await import("../app/app.ts")'],
    ["an entry point", 'import { App } from "../index.ts"'],
  ])("reports an upward import by %s", (_, text) => {
    expect(problems({ "context/context.ts": text, "app/app.ts": "", "index.ts": "" })).toHaveLength(1)
  })

  it.each([
    ["router/a.ts", "inject/b.ts"],
    ["schema/a.ts", "store/b.ts"],
    ["store/a.ts", "log/b.ts"],
    ["http/a.ts", "platform/b.ts"],
    ["platform/api/a.ts", "platform/web/b.ts"],
    ["engine/node/a.ts", "engine/fetch/b.ts"],
    ["engine/node/a.ts", "testing/b.ts"],
    ["platform/shared.ts", "platform/api/b.ts"],
  ])("keeps folders of one layer apart: %s may not import %s", (from, to) => {
    const up = "../".repeat(from.split("/").length - 1)
    expect(problems({ [from]: `import "${up}${to}"`, [to]: "" })).toHaveLength(1)
  })

  it.each([
    ["call/a.ts", "connection/b.ts", 0],
    ["a.ts", "workers/b.ts", 0],
    ["connection/a.ts", "call/b.ts", 1],
    ["call/a.ts", "overload/b.ts", 1],
    ["workers/a.ts", "b.ts", 1],
  ])("layers the folders of engine/node: %s imports %s with %i problems", (from, to, count) => {
    const up = from.includes("/") ? "../" : "./"
    const files = { [`engine/node/${from}`]: `import "${up}${to}"`, [`engine/node/${to}`]: "" }
    expect(problems(files)).toHaveLength(count)
  })

  it("reports a folder that is in no layer", () => {
    expect(problems({ "utils/text.ts": "" })).toEqual([
      expect.stringContaining("packages/trivet/src/utils/text.ts:1: is in no layer"),
    ])
    expect(problems({ "engine/node/utils/text.ts": "" })).toHaveLength(1)
  })

  it("reports node: modules outside the folders for Node, and packages everywhere", () => {
    expect(problems({ "app/a.ts": 'import { readFile } from "node:fs"' })[0]).toContain("exists only on Node")
    expect(problems({ "engine/fetch/a.ts": 'import "node:http"' })[0]).toContain("exists only on Node")
    expect(problems({ "engine/node/a.ts": 'import "fastify"' })[0]).toContain("is a package")
    expect(problems({ "app/a.ts": 'import "trivet"' })[0]).toContain("is a package")
  })

  it("reports a relative import of another package, and accepts its name", () => {
    const cache = "packages/redis/src/cache.ts"
    expect(
      problems({ [cache]: 'import { Fault } from "trivet"\nimport { createClient } from "redis"' }),
    ).toEqual([])
    expect(problems({ [cache]: 'import "../../trivet/src/fault/fault.ts"', "fault/fault.ts": "" })).toEqual([
      expect.stringContaining("leaves its package"),
    ])
  })

  it("finds cycles, also of types and within one folder", () => {
    const found = problems({
      "app/a.ts": 'import type { B } from "./b.ts"',
      "app/b.ts": 'import { C } from "./c.ts"',
      "app/c.ts": 'import type { A } from "./a.ts"',
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain("app/a.ts → packages/trivet/src/app/b.ts → packages/trivet/src/app/c.ts → ")
  })

  it("reports a file of more than 250 lines that gives no reason", () => {
    const long = "export {}\n".repeat(251)
    expect(problems({ "app/a.ts": long })[0]).toContain("251 lines")
    expect(problems({ "app/a.ts": `// Large because: one table, read as a whole\n${long}` })).toEqual([])
    expect(problems({ "app/a.ts": `${long}// Large because: too late to be read` })).toHaveLength(1)
  })

  it("ignores tests, but reports code that imports one", () => {
    expect(
      problems({ "fault/fault.test.ts": 'import "vitest"\nimport "../app/app.ts"', "app/app.ts": "" }),
    ).toEqual([])
    expect(problems({ "app/app.ts": 'import "./app.test.ts"', "app/app.test.ts": "" })[0]).toContain(
      "is a test",
    )
  })

  it("counts files and lines", () => {
    const folder = tree({
      ...manifests,
      "packages/trivet/src/app/a.ts": "1\n",
      "packages/trivet/src/app/b.ts": "1\n2\n",
      "packages/trivet/src/app/c.ts": "1\n2\n3\n",
    })
    expect(checkLayers(folder).note).toBe(
      "3 files, median 2 lines, largest packages/trivet/src/app/c.ts with 3, 0 of 1 folders above 15 files",
    )
  })
})
