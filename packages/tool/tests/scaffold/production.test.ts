import { cpSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createNewApps, lockPackages, type NewApps, thisNode } from "./new-apps.ts"
import { run, succeed } from "./shell.ts"

/** Bytes of all files in a folder. */
const bytesOf = (folder: string) =>
  globSync("**/*", { cwd: folder }).reduce((sum, path) => {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false })
    return sum + (stat?.isFile() === true ? stat.size : 0)
  }, 0)

describe("the image of an application from a clone", { timeout: 300_000 }, () => {
  let apps: NewApps
  /** What the Dockerfile puts into `/app`, at a place where nothing of the application's machine is beside it. */
  let image: string
  beforeAll(async () => {
    apps = await createNewApps()
    await apps.make("shop", "api")
    const shop = join(apps.folder, "shop")
    await lockPackages(shop)
    image = join(dirname(apps.folder), "some/where/else/app")
    mkdirSync(image, { recursive: true })
    const stage = readFileSync(join(shop, "Dockerfile"), "utf8")
    const ignored = readFileSync(join(shop, ".dockerignore"), "utf8").split("\n")
    for (const [, from = ""] of stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const path of from.split(" ")) {
        if (!ignored.includes(`!${path}`)) throw new Error(`.dockerignore leaves out ${path}`)
        cpSync(join(shop, path), join(image, path), { recursive: true })
      }
    const [, line = ""] = /^RUN (npm ci .*)$/m.exec(stage) ?? []
    await succeed(`${line} --prefer-offline`, { cwd: image, programs: thisNode })
  }, 300_000)
  afterAll(() => apps?.remove())

  it("is built from files of the application alone", () => {
    expect(globSync("node_modules/{trivet,@trivet/*}", { cwd: image }).length).toBeGreaterThan(5)
    const lock = readFileSync(join(image, "package-lock.json"), "utf8")
    expect(lock).not.toMatch(/"file:(?!\.packages\/)/)
  })

  it("does not contain PGlite, which is for development", () => {
    console.log(`production packages of the template api: ${bytesOf(join(image, "node_modules"))} bytes`)
    expect(globSync("node_modules/@electric-sql/*", { cwd: image })).toEqual([])
  })

  it.each([
    ["pglite://./data", /`@electric-sql\/pglite` is not installed[^]*set `DATABASE_URL` to a server/],
    ["", /DATABASE_URL/],
  ])("says at start what to set if DATABASE_URL is %j", async (url, said) => {
    const env = { NODE_ENV: "production", PORT: "0", JWT_SECRET: "x".repeat(32), DATABASE_URL: url }
    const { code, text } = await run("node src/main.ts", { cwd: image, programs: thisNode, env })
    expect(code).toBe(1)
    expect(text).toMatch(said)
  })
})
