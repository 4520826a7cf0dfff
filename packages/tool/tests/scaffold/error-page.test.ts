import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"
import { serveWith } from "./shell.ts"

let app: TemplateApp
let database: TestDatabase
beforeAll(async () => {
  ;[app, database] = await Promise.all([createTemplateApp("web"), createTestDatabase()])
  const file = join(app.folder, "src/login/sign-in-view.ts")
  const text = readFileSync(file, "utf8")
  if (!text.includes('"Sign in",')) throw new Error(`${file} has no title to break`)
  writeFileSync(file, text.replace('"Sign in",', "nobody.title,"))
})
afterAll(async () => {
  app.remove()
  await database.drop()
})

/** The page for the error, and the one for an unknown path, as a browser gets them. */
async function pagesOf(mode: string): Promise<readonly string[]> {
  const { flags } = await joinedSources()
  const served = await serveWith("node src/main.ts", {
    cwd: app.folder,
    programs: dirname(process.execPath),
    env: {
      NODE_ENV: mode,
      NODE_OPTIONS: flags.join(" "),
      DATABASE_URL: database.url,
      JWT_SECRET: "a secret of a test, longer than 32 bytes",
    },
  })
  try {
    const pages = ["/sign-in", "/nowhere"].map(async (path) => {
      const reply = await fetch(served.url() + path, { headers: { accept: "text/html" } })
      return `${reply.status} ${await reply.text()}`
    })
    return await Promise.all(pages)
  } finally {
    await served.stop()
  }
}

const own = '<a href="/">To the first page</a>'

describe("an error in a new web site", () => {
  it("is shown in development with its source, stack and causes, and an unknown path with the site's page", async () => {
    const [failed, unknown] = await pagesOf("development")
    expect(failed).toMatch(/^500 /)
    expect(failed).toContain("nobody is not defined")
    expect(failed).toContain("<h2>Stack</h2>")
    expect(failed).toContain("<figcaption>")
    expect(failed).toContain("This page is shown in development only")
    expect(unknown).toMatch(/^404 /)
    expect(unknown).toContain(own)
  })

  it("is shown in production with the site's page, without the error", async () => {
    const [failed, unknown] = await pagesOf("production")
    expect(failed).toMatch(/^500 /)
    expect(failed).toContain(own)
    expect(failed).not.toContain("nobody is not defined")
    expect(failed).not.toContain("Stack")
    expect(unknown).toContain(own)
  })
})
