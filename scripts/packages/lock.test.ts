import { describe, expect, it } from "vitest"
import { completeLock, missingOptionals } from "./lock.ts"
import { lockFile } from "../reading/lock-file.ts"
import { root } from "../reading/workspace.ts"

const lock = {
  lockfileVersion: 3,
  packages: {
    "": {},
    "node_modules/fast": {
      version: "2.0.0",
      dev: true,
      optionalDependencies: {
        "@fast/linux-x64-gnu": "2.0.0",
        "@fast/linux-x64-musl": "2.0.0",
        "@fast/darwin-arm64": "~2.0.0",
      },
    },
    "node_modules/@fast/linux-x64-gnu": { version: "2.0.0", optional: true },
  },
}

describe("completeLock", () => {
  it("adds what is optional and missing, for the system that its name says", () => {
    const { packages } = completeLock(lock)
    expect(Object.keys(packages)).toEqual([
      "",
      "node_modules/@fast/darwin-arm64",
      "node_modules/@fast/linux-x64-gnu",
      "node_modules/@fast/linux-x64-musl",
      "node_modules/fast",
    ])
    expect(packages["node_modules/@fast/linux-x64-musl"]).toEqual({
      version: "2.0.0",
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
      dev: true,
      optional: true,
    })
    expect(packages["node_modules/@fast/darwin-arm64"]?.version).toBe("2.0.0")
  })

  it("changes nothing in a lock file that is complete", () => {
    const complete = completeLock(lock)
    expect(missingOptionals(complete)).toEqual([])
    expect(completeLock(complete)).toEqual(complete)
  })

  it("refuses a package whose name says nothing: it would be installed everywhere, unchecked", () => {
    const odd = { packages: { "node_modules/a": { optionalDependencies: { extra: "1.0.0" } } } }
    expect(() => completeLock(odd)).toThrow(/extra/)
  })

  it("keeps the order that npm gives to the workspace's own lock file", () => {
    const own = lockFile(root)
    expect(Object.keys(completeLock(own).packages)).toEqual(Object.keys(own.packages))
  })
})
