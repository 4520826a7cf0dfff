import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

interface Told {
  readonly results: Readonly<Record<string, string>>
  readonly turns: { readonly reached: number; readonly others: readonly string[] }
  readonly connections: Readonly<Record<string, number>>
}

// The address of nobody here: in a network of its own, the program has it.
const setUp = `ip link set lo up && ip addr add 93.184.215.14/32 dev lo && mount --bind "$1" /etc/resolv.conf && exec "$2" --conditions=@trivet/source "$3"`

describe("fetchPublic() in a network that has a public address", () => {
  const folder = mkdtempSync(join(tmpdir(), "trivet-fetch-public-"))
  let told: Told
  beforeAll(async () => {
    const resolver = join(folder, "resolv.conf")
    writeFileSync(resolver, "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    const program = join(import.meta.dirname, "program.ts")
    const { stdout } = await promisify(execFile)("unshare", [
      "--map-root-user",
      "--net",
      "--mount",
      "sh",
      "-c",
      setUp,
      "sh",
      resolver,
      process.execPath,
      program,
    ])
    told = JSON.parse(stdout) as Told
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("reaches public addresses, by name and as they are", () => {
    expect(told.results).toMatchObject({
      good: "200 POST good.test hello",
      literal: "200 GET 93.184.215.14 ",
      both: "200 GET both.test ",
      empty: "204 ",
    })
  })

  it("follows no redirect", () => {
    expect(told.results["redirect"]).toBe("302 http://127.0.0.1/secret")
  })

  it("ends replies that do not", () => {
    expect(told.results).toMatchObject({
      endless: "FETCH_REPLY_TOO_LARGE after 0 s",
      drips: "TimeoutError after 1 s",
      silent: "TimeoutError after 1 s",
      aborted: expect.stringMatching(/^TimeoutError after [01] s$/) as string,
    })
  })

  it("never connects to another address, whatever a name leads to", () => {
    expect(told.results).toMatchObject({
      bad: "FETCH_ADDRESS_FORBIDDEN after 0 s",
      none: expect.stringMatching(/^E\w+ after \d s$/) as string,
    })
    expect(told.turns).toEqual({ reached: 50, others: ["200", "FETCH_ADDRESS_FORBIDDEN"] })
    expect(Object.keys(told.connections)).toEqual(["93.184.215.14"])
  })
})
