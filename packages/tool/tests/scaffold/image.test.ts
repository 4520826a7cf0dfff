import type { ChildProcess } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { until } from "../testing/running-tool.ts"
import { baseOf, type Image, ImageBuilder } from "./image.ts"
import { createNewApps, lockPackages, type NewApps } from "./new-apps.ts"

// Needs root, buildah and debootstrap, and minutes: `TRIVET_IMAGE=1 npx vitest run packages/tool/tests/scaffold/image.test.ts`.
const isWanted = process.env["TRIVET_IMAGE"] === "1"
if (!isWanted)
  console.log("The image of the Dockerfile is not built: set TRIVET_IMAGE=1 to build and run it.")
const minutes = 60_000

describe.runIf(isWanted)("the image of the template api", () => {
  let builder: ImageBuilder
  let apps: NewApps
  let database: TestDatabase
  let image: Image
  const running: ChildProcess[] = []

  beforeAll(async () => {
    const missing = ImageBuilder.missing()
    if (missing.length > 0)
      throw new Error(`missing: ${missing.join(", ")}. Install both with the package manager of Debian`)
    builder = new ImageBuilder(mkdtempSync(join(tmpdir(), "trivet-image-")))
    apps = await createNewApps()
    await apps.make("shop", "api")
    const folder = join(apps.folder, "shop")
    await lockPackages(folder)
    await builder.makeBase(baseOf(join(folder, "Dockerfile")))
    image = await builder.build(folder)
    database = await createTestDatabase()
  }, 15 * minutes)
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL")
    await database?.drop()
    await builder?.remove()
    await apps?.remove()
  }, 2 * minutes)

  /** Starts a command in the image. */
  function start(command: readonly string[], env: Readonly<Record<string, string>>) {
    const started = image.run(command, env)
    running.push(started.child)
    return started
  }

  it(
    "serves on a root that cannot be written, as another user than root, and ends on SIGTERM",
    async () => {
      const port = await freePort()
      const env = { PORT: String(port), DATABASE_URL: database.url, JWT_SECRET: "x".repeat(32) }
      const health = image.config.Healthcheck.Test.slice(1)
      expect(await start(health, env).ended).toBe(1)

      const began = performance.now()
      const server = start(image.config.Cmd, env)
      const answers = () =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      await until(answers, server.text)
      const seconds = (performance.now() - began) / 1000
      console.log(
        `image: ${(image.size / 1e6).toFixed(1)} MB above its base, ${seconds.toFixed(2)} s from start to ready`,
      )

      const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8")
      expect(status).toMatch(/^Uid:\t1000\t1000\t/m)
      const mounts = readFileSync(`/proc/${server.child.pid}/mountinfo`, "utf8")
      expect(mounts).toMatch(/ \/ ro,/)
      const written = start(["node", "-e", `require("fs").writeFileSync("/tmp/x", "")`], env)
      expect(await written.ended).toBe(1)
      expect(written.text()).toContain("EROFS")

      expect(await start(health, env).ended).toBe(0)
      const body = JSON.stringify({ email: "ada@example.com", password: "correct horse", name: "Ada" })
      const registered = await fetch(`http://127.0.0.1:${port}/auth/register`, { method: "POST", body })
      expect(registered.status).toBe(201)

      const asked = performance.now()
      server.child.kill("SIGTERM")
      const bound = sleep(11_000).then(() => "it did not end")
      expect(await Promise.race([server.ended, bound])).toBe(0)
      console.log(`ended ${((performance.now() - asked) / 1000).toFixed(2)} s after SIGTERM`)
    },
    3 * minutes,
  )

  it(
    "has the database commands, and neither tests nor development packages",
    async () => {
      const env = { DATABASE_URL: database.url, JWT_SECRET: "x".repeat(32) }
      const status = start(["node", "src/cli.ts", "db", "status"], env)
      expect(await status.ended, status.text()).toBe(0)
      const list = start(["ls", "-R", "src", "node_modules/.bin", "node_modules/@trivet"], env)
      expect(await list.ended).toBeLessThan(3)
      expect(list.text()).not.toMatch(/\.test\.ts|vitest|oxlint|tool:/)
    },
    minutes,
  )
})
