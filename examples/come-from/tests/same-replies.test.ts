import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { requests, type Sent } from "./requests.ts"
import { startVersion } from "./start-version.ts"

const example = join(import.meta.dirname, "..")
const root = join(example, "../..")

// NestJS needs a build: its decorators and the types of constructor parameters must be compiled. The compiler also
// checks the file, which the workspace's own settings would not take.
const built = mkdtempSync(join(example, ".test-"))
beforeAll(async () => {
  await promisify(execFile)(join(root, "node_modules/.bin/tsc"), [
    "-p",
    join(example, "nest"),
    "--outDir",
    built,
  ])
})
afterAll(() => rmSync(built, { recursive: true }))

const versions = {
  express: join(example, "src/express.ts"),
  nestjs: join(built, "nest/main.js"),
  trivet: join(example, "src/trivet.ts"),
}

async function replyTo(url: string, { method, path, token, body }: Sent) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: token }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    request: `${method} ${path}`,
    status: response.status,
    type: response.headers.get("content-type"),
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  }
}

async function repliesOf(file: string) {
  const url = await startVersion(file)
  const replies: Awaited<ReturnType<typeof replyTo>>[] = []
  for (const request of requests) replies.push(await replyTo(url, request))
  return replies
}

describe("the versions of the service", () => {
  it("cover every kind of reply", async () => {
    const replies = await repliesOf(versions.trivet)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201, 204, 400, 401, 404, 500]))
    for (const { status, type } of replies)
      expect(type).toBe(status === 204 ? null : "application/json; charset=utf-8")
    expect(JSON.stringify(replies)).not.toContain("ECONNREFUSED")
  })

  it.each(["express", "nestjs"] as const)("give the same replies in %s and in Trivet", async (other) => {
    expect(await repliesOf(versions.trivet)).toEqual(await repliesOf(versions[other]))
  })
})

describe("the pages", () => {
  const shown = (page: string) =>
    [
      ...readFileSync(join(root, "docs/come-from", page), "utf8").matchAll(
        /^```ts[^\n]*\n\/\/ (\S+)\n+([^]*?)^```$/gm,
      ),
    ].map(([, path = "", code = ""]) => ({ path, code: code.trim() }))

  it.each([
    ["express.md", ["src/books.ts", "src/express.ts", "src/trivet.ts"]],
    ["nestjs.md", ["src/books.ts", "nest/main.ts", "src/trivet.ts"]],
  ])("%s shows the files to the letter", (page, files) => {
    const blocks = shown(page)
    for (const file of files) {
      const parts = blocks.filter(({ path }) => path === file).map(({ code }) => code)
      expect(parts.join("\n\n")).toBe(readFileSync(join(example, file), "utf8").trim())
    }
  })
})
