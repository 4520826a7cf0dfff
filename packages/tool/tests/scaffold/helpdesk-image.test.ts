import type { ChildProcess } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { confirm, join as signUp, type Member } from "../../../../examples/helpdesk/tests/access.ts"
import { MailServer } from "../../../mail/tests/smtp/mail-server.ts"
import { publicPackages } from "../../../../scripts/packages/pack.ts"
import { packedFolder } from "../../../../scripts/packages/packed/packed-folder.ts"
import { root } from "../../../../scripts/reading/workspace.ts"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { packedFile, packedFolder as inApplication } from "../../src/app/packed-versions.ts"
import { until } from "../testing/running-tool.ts"
import { baseOf, type Image, ImageBuilder } from "./image.ts"
import { lockPackages } from "./new-apps.ts"

// Needs root, buildah and debootstrap, and minutes: `TRIVET_IMAGE=1 npx vitest run packages/tool/tests/scaffold/helpdesk-image.test.ts`.
const isWanted = process.env["TRIVET_IMAGE"] === "1"
if (!isWanted) console.log("The image of the help desk is not built: set TRIVET_IMAGE=1 to build and run it.")
const minutes = 60_000
const helpdesk = join(root, "examples/helpdesk")

describe.runIf(isWanted)("the image of the help desk", () => {
  let house: string
  let builder: ImageBuilder
  let image: Image
  let postgres: PrivatePostgres
  let redis: PrivateRedis
  let mails: MailServer
  const running: ChildProcess[] = []

  beforeAll(async () => {
    const missing = ImageBuilder.missing()
    if (missing.length > 0)
      throw new Error(`missing: ${missing.join(", ")}. Install both with the package manager of Debian`)
    house = mkdtempSync(join(tmpdir(), "trivet-helpdesk-image-"))
    const folder = join(house, "helpdesk")
    await copyOutside(folder)
    await lockPackages(folder)
    builder = new ImageBuilder(join(house, "images"))
    await builder.makeBase(baseOf(join(folder, "Dockerfile")))
    image = await builder.build(folder)
    ;[postgres, redis, mails] = await Promise.all([
      PrivatePostgres.start(),
      PrivateRedis.start(),
      MailServer.start(),
    ])
  }, 15 * minutes)
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL")
    await Promise.all([mails?.stop(), redis?.stop(), postgres?.remove()])
    await builder?.remove()
    if (house !== undefined) await rm(house, { recursive: true, force: true })
  }, 5 * minutes)

  /** Starts a command in the image. */
  function start(command: readonly string[], env: Readonly<Record<string, string>>) {
    const started = image.run(command, env, ["/tmp"])
    running.push(started.child)
    return started
  }

  it(
    "serves two workers with the settings of the compose file: sign-up, a ticket, a reply, attachments, mails",
    async () => {
      const url = `http://127.0.0.1:${await freePort()}`
      const env = {
        ...composeSettings(),
        DATABASE_URL: postgres.url,
        FILES_URL: "folder:///tmp/files",
        REDIS_URL: redis.url,
        MAIL_URL: `${mails.url}?tls=off`,
        SITE_URL: url,
        PORT: new URL(url).port,
      }
      const began = performance.now()
      const server = start(image.config.Cmd, env)
      const workers = () => server.text().match(/worker started/g)?.length ?? 0
      const isReady = () =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      await until(async () => workers() === 2 && (await isReady()), server.text)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      noteFigure(
        "image of the help desk",
        "2 workers",
        `${(image.size / 1e6).toFixed(1)} MB above its base, ${seconds} s until both serve`,
      )
      expect(await start(image.config.Healthcheck.Test.slice(1), env).ended).toBe(0)

      const site = { url, fetch, mailTo }
      const [customer, agent] = [await signUp(site, "customer"), await signUp(site, "agent")]
      await confirm(site, customer)
      await confirm(site, agent)
      const made = start(["node", "src/cli.ts", "users", "agent", agent.email], env)
      expect(await made.ended, made.text()).toBe(0)

      const photo = crypto.getRandomValues(new Uint8Array(60_000))
      const asked = { title: "No sound", text: "It is silent.", attachment: new File([photo], "photo.bin") }
      const path = (await post("/tickets", asked, customer)).headers.get("location")!
      const log = new File(["the log"], "log.txt")
      await post(`${path}/replies`, { text: "Is it plugged in?", attachment: log }, agent)
      const page = await (await fetch(url + path, { headers: customer.session })).text()
      expect(page).toContain("Is it plugged in?")
      const links = [...page.matchAll(/href="(\/tickets\/[^"]+\/attachments\/[^"]+)"/g)].map(
        ([, link]) => link,
      )
      const files = await Promise.all(
        links.map(async (link) => (await fetch(url + link!, { headers: customer.session })).bytes()),
      )
      expect(files).toEqual([photo, new TextEncoder().encode("the log")])
      expect((await fetch(url + path, { redirect: "manual" })).status).toBe(303)
      const { text } = await mailTo(customer.email, /has replied/)
      expect(text).toContain(`${url}${path}`)

      server.child.kill("SIGTERM")
      expect(await server.ended, server.text()).toBe(0)

      async function post(to: string, fields: Readonly<Record<string, string | File>>, { session }: Member) {
        const body = new FormData()
        for (const [name, value] of Object.entries(fields)) body.append(name, value)
        const reply = await fetch(url + to, { method: "POST", body, headers: session, redirect: "manual" })
        expect(reply.status, await reply.clone().text()).toBe(303)
        return reply
      }
    },
    5 * minutes,
  )

  async function mailTo(address: string, wanted = /(?:)/) {
    const isWantedMail = ({ to, text = "" }: (typeof mails.mails)[number]) =>
      to.includes(address) && wanted.test(text)
    await until(
      () => mails.mails.some(isWantedMail),
      () => `no mail ${wanted} to ${address}`,
    )
    return { subject: "", text: mails.mails.find(isWantedMail)!.text ?? "" }
  }
})

/** Copies the help desk out of the repository, with packed packages instead of those of the registry. */
async function copyOutside(folder: string): Promise<void> {
  const packs = await packedFolder(...publicPackages.map(({ manifest }) => manifest.name))
  mkdirSync(join(folder, inApplication), { recursive: true })
  cpSync(join(helpdesk, "src"), join(folder, "src"), { recursive: true })
  for (const path of ["package.json", "Dockerfile", ".dockerignore"]) {
    const file = { path, text: readFileSync(join(helpdesk, path), "utf8"), mode: 0o644 }
    writeFileSync(join(folder, path), packedFile(file, packs).text)
  }
  for (const name of globSync("*.tgz", { cwd: packs }))
    cpSync(join(packs, name), join(folder, inApplication, basename(name)))
}

/** What the compose file sets for the help desk. */
function composeSettings(): Readonly<Record<string, string>> {
  const [, lines = ""] =
    /^ {2}helpdesk:\n(?: {4}.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m.exec(
      readFileSync(join(helpdesk, "compose.yaml"), "utf8"),
    ) ?? []
  const found = Object.fromEntries(
    [...lines.matchAll(/^ {6}(\w+): "?([^"\n]+)"?$/gm)].map(([, name, value]) => [name!, value!]),
  )
  expect(found).toMatchObject({ WORKERS: "2", MAIL_FROM: "helpdesk@example.com" })
  return found
}
