import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { createTestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"

// In an API and a site, each phase, and each planted leak:
// TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/organisations.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const store = "src/organisations/organisations-store.ts"

/** The condition of each query, and the route whose reply then has rows of other organisations. */
const conditions = {
  members: [
    `      .where("members.org_id", "=", org)\n    return paginate`,
    `    return paginate`,
    "GET /orgs/:org/members",
  ],
  invitations: [
    `      .where("org_id", "=", org)\n      .orderBy("created_at", "desc")`,
    `      .orderBy("created_at", "desc")`,
    "GET /orgs/:org/invitations",
  ],
  events: [
    `selectAll().where("org_id", "=", org)\n    return rows`,
    "selectAll()\n    return rows",
    "GET /orgs/:org/events",
  ],
} as const

async function fuzz({ folder }: TemplateApp, ...flags: readonly string[]): Promise<FuzzReport> {
  const database = await createTestDatabase()
  const { stdout, stderr } = await runTool(["fuzz", "--json", ...flags], {
    cwd: folder,
    env: {
      ...compileCache,
      DATABASE_URL: database.url,
      REDIS_URL: "",
      BCRYPT_COST: "4",
      NODE_ENV: "development",
    },
  })
  await database.drop()
  if (stdout === "") throw new Error(stderr)
  return JSON.parse(stdout) as FuzzReport
}

/** Runs the search for leaks without the condition of a query. */
async function searchWithout(app: TemplateApp, name: keyof typeof conditions): Promise<readonly string[]> {
  const [find, put] = conditions[name]
  const file = join(app.folder, store)
  const text = readFileSync(file, "utf8")
  expect(text.split(find)).toHaveLength(2)
  writeFileSync(file, text.replace(find, put))
  const began = performance.now()
  const { findings } = await fuzz(app, "--only=leaks", "--seconds=60")
  writeFileSync(file, text)
  const leaks = findings.map(({ route }) => route)
  const seconds = Math.round((performance.now() - began) / 1000)
  noteFigure("leaks of organisations", `no org_id for ${name}`, `${leaks.join(", ")}, ${seconds} s`)
  return leaks
}

/** What was found, and the notes of the phases that must have tried all. */
function resultOf({ findings, phases }: FuzzReport) {
  const tried = ["access", "leaks"].map((wanted) => phases.find(({ name }) => name === wanted))
  return { findings, tried: tried.map((phase) => phase && [phase.name, phase.note]) }
}

const clean = {
  findings: [],
  tried: [
    ["access", undefined],
    ["leaks", undefined],
  ],
}

async function createApp(template: "api" | "web"): Promise<TemplateApp> {
  const app = await createTemplateApp(template)
  for (const feature of ["accounts", "organisations"])
    expect((await runTool(["g", feature], { cwd: app.folder })).code).toBe(0)
  return app
}

describe("trivet fuzz in an API with organisations", () => {
  let app: TemplateApp
  beforeAll(async () => {
    app = await createApp("api")
  })
  afterAll(() => app.remove())

  it("finds the query of a store that forgot the organisation", async () => {
    expect(await searchWithout(app, "invitations")).toContain(conditions.invitations[2])
  })

  // Members of several organisations are listed several times. Where a page ends between two, the list fails instead.
  it("finds the one that forgot it for the members, of whom it knows the addresses", async () => {
    expect(await searchWithout(app, "members")).toContain(conditions.members[2])
  })

  it.runIf(isLong)("finds the one that forgot it for the changes", async () => {
    expect(await searchWithout(app, "events")).toContain(conditions.events[2])
  })

  it.runIf(isLong)("finds nothing in the code as it is generated", async () => {
    expect(resultOf(await fuzz(app))).toEqual(clean)
  })
})

describe.runIf(isLong)("trivet fuzz in a site with organisations", () => {
  it("finds nothing", async () => {
    const app = await createApp("web")
    const report = await fuzz(app)
    app.remove()
    expect(resultOf(report)).toEqual(clean)
  })
})
