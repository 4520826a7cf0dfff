import { rmSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { folderOf } from "../../tests/testing/running-tool.ts"
import { findRenamed } from "./find-renamed.ts"
import type { RenamedName } from "./renamed-names.ts"

const table: readonly RenamedName[] = [
  { from: "trivet", name: "callLog", since: "0.2.0", fix: "Write `requestLog`." },
  { from: "trivet", name: "Outcome", since: "0.2.0", fix: "Write `CallOutcome`." },
  { from: "@trivet/auth", name: "BearerAuth", since: "0.3.0", fix: "Write `TokenAuth`." },
]

const folder = folderOf({
  "src/main.ts": `import { api } from "trivet/api"
import {
  module, // callLog
  callLog as log,
  type Outcome,
} from "trivet"
import type { Outcome as Ended } from 'trivet'
export { BearerAuth } from "@trivet/auth"
import * as trivet from "trivet"
`,
  // Of other entry points, in text, of the application itself: not ours to report.
  "src/other.ts": `import { callLog } from "./log.ts"
import { callLog as another } from "trivet/extend"
import { type, requestLog as callLog2 } from "trivet"
const text = 'import { callLog } from "trivet"'
const template = \`import { callLog } from "trivet"\`
// import { callLog } from "trivet"
export const callLog3 = { callLog }
`,
  "tests/a.test.mts": 'import plain, { callLog } from "trivet"\n',
  "node_modules/other/index.js": 'import { callLog } from "trivet"\n',
  "broken.ts": 'const a = "',
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("findRenamed", () => {
  it("reports each imported name with its line and what to write instead", () => {
    const found = findRenamed(folder, table)
    const short = found.map(({ where, subject, fix }) => [
      where?.replace(/^.*\/(?=src|tests)/, ""),
      subject,
      fix,
    ])
    expect(short).toEqual([
      ["src/main.ts:4:3", "callLog", "Write `requestLog`."],
      ["src/main.ts:5:8", "Outcome", "Write `CallOutcome`."],
      ["src/main.ts:7:15", "Outcome", "Write `CallOutcome`."],
      ["src/main.ts:8:10", "BearerAuth", "Write `TokenAuth`."],
      ["tests/a.test.mts:1:17", "callLog", "Write `requestLog`."],
    ])
    expect(found[0]).toMatchObject({
      severity: "fault",
      code: "NAME_RENAMED",
      message: '"trivet" does not export `callLog` since 0.2.0.',
    })
  })
})
