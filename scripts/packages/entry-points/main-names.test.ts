import { describe, expect, it } from "vitest"
import { tree } from "../../reading/tree.ts"
import { checkMainNames } from "./main-names.ts"

const files = {
  "docs/learn/routes.md": '# Routes\n\n```ts\nimport { get, type Route } from "trivet"\n```\n',
  "examples/blog/src/main.ts": 'import {\n  module,\n} from "trivet"\n',
}

function problems(names: readonly string[], reasons: Record<string, string> = {}, more = {}) {
  return checkMainNames(tree({ ...files, ...more }), names, reasons).problems
}

describe("checkMainNames", () => {
  it("accepts names that pages or examples import, and those with a reason", () => {
    expect(problems(["get", "Route", "module"])).toEqual([])
    expect(problems(["get", "Outcome"], { Outcome: "for listeners" })).toEqual([])
  })

  it("reports a name that nothing imports, and a reason that is needed no more", () => {
    expect(problems(["get", "ge", "Outcome"])).toEqual([
      expect.stringContaining('imports "ge"'),
      expect.stringContaining('imports "Outcome"'),
    ])
    expect(problems(["get"], { get: "known", Gone: "old" })).toHaveLength(2)
  })

  it("reports more than 90 names", () => {
    const many = Array.from({ length: 91 }, (_, at) => `name${at}`)
    const reasons = Object.fromEntries(many.map((name) => [name, "many"]))
    expect(problems(many, reasons)).toEqual([expect.stringContaining("91 names; at most 90")])
  })

  it.each(["examples/blog/src/extra.ts", "packages/tool/templates/api/src/main.ts"])(
    "reports an import of trivet/extend in %s",
    (path) => {
      expect(problems(["get"], {}, { [path]: 'import { AppLog } from "trivet/extend"\n' })).toEqual([
        expect.stringContaining(`${path}: imports trivet/extend`),
      ])
    },
  )
})
