import { describe, expect, it } from "vitest"
import { tree } from "../reading/tree.ts"
import { attackFiles } from "./test-attacks.ts"

describe("attackFiles", () => {
  it("finds them by folder and by name, and nothing that is installed or built", () => {
    const folder = tree({
      "packages/a/attacks/one.test.ts": "",
      "packages/a/attacks/deep/two.test.ts": "",
      "packages/a/attacks/helper.ts": "",
      "packages/a/src/attacks.test.ts": "",
      "packages/a/src/counterattacks.test.ts": "",
      "packages/a/node_modules/b/attacks/three.test.ts": "",
      "packages/a/dist/attacks/four.test.ts": "",
      "examples/b/tests/site-attacks.test.ts": "",
      "examples/b/tests/other.test.ts": "",
    })
    expect(attackFiles(folder)).toEqual([
      "examples/b/tests/site-attacks.test.ts",
      "packages/a/attacks/deep/two.test.ts",
      "packages/a/attacks/one.test.ts",
      "packages/a/src/attacks.test.ts",
    ])
  })

  it("finds those of this repository", () => {
    expect(attackFiles()).toEqual(
      expect.arrayContaining([
        "packages/trivet/tests/attacks/framing.test.ts",
        "examples/auth/tests/conformance/attacks/refresh.test.ts",
      ]),
    )
  })
})
