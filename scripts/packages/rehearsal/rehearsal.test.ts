import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { baseOf, ImageBuilder } from "../../../packages/tool/tests/scaffold/image.ts"
import { thisNode } from "../../../packages/tool/tests/scaffold/new-apps.ts"
import { type Done, run, serveWith, succeed } from "../../../packages/tool/tests/scaffold/shell.ts"
import { root } from "../../reading/workspace.ts"
import { completeLock } from "../lock.ts"
import type { LockFile } from "../../reading/lock-file.ts"
import { noteFigure } from "../../suite/note-figure.ts"
import { freshBuild } from "../packed/fresh-build.ts"
import { packedFolder } from "../packed/packed-folder.ts"
import { publicPackages } from "../pack.ts"
import { type LocalRegistry, startRegistry } from "../registry/local-registry.ts"
import { registeredNames } from "../release/names.ts"
import { releaseSteps, runSteps } from "../release/publish.ts"
import { addMedia, edit } from "./app-files.ts"
import { expectIndependent, installedIn } from "./installed.ts"
import { createReleaseCopy, type ReleaseCopy } from "./release-copy.ts"

// The short form publishes three packages and uses them. The whole rehearsal, with all packages, all templates, an image and
// an upgrade, takes many minutes: TRIVET_LONG=1 npx vitest run scripts/packages/rehearsal/rehearsal.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const minutes = 60_000
const cache =
  process.env["TRIVET_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "trivet")

let registry: LocalRegistry
let house: string
beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), "trivet-rehearsal-"))
  registry = await startRegistry(join(cache, "registry"))
})
afterAll(async () => {
  await registry?.remove()
  rmSync(house, { recursive: true, force: true })
})

/** Types a line in a folder of the house, with the new registry alone, and notes how long it took. */
async function type(line: string, folder = ".", env: Readonly<Record<string, string>> = {}): Promise<Done> {
  const place = { cwd: join(house, folder), programs: thisNode, env: { ...registry.env, ...env } }
  const done = await succeed(line, place)
  console.log(`${done.seconds.toFixed(1)} s  ${folder}$ ${line}`)
  return done
}

/** An empty folder of the house. */
function emptyFolder(name: string): string {
  mkdirSync(join(house, name))
  return name
}

async function expectHello(folder: string): Promise<void> {
  const place = { cwd: join(house, folder), programs: thisNode, env: registry.env }
  const served = await serveWith("node src/main.ts", place).catch(() => serveWith("npm start", place))
  expect(await (await fetch(`${served.url()}/hello/ada`)).json()).toEqual({ hello: "ada" })
  await served.stop()
}

describe.runIf(!isLong)("a rehearsal of a release, in short", () => {
  it(
    "publishes to a registry, from which an application is created and a package is installed",
    { timeout: 10 * minutes },
    async () => {
      const names = ["trivet", "@trivet/tool", "create-trivet"]
      const folder = await packedFolder(...names)
      const packed = publicPackages
        .filter(({ manifest }) => names.includes(manifest.name))
        .map((one) => {
          const file = `${one.manifest.name.replace("@", "").replace("/", "-")}-${one.manifest.version}.tgz`
          return {
            ...one,
            path: join(folder, "node_modules", one.manifest.name),
            archive: join(folder, file),
          }
        })
      const env = { ...process.env, ...registry.env }
      const known = await registeredNames(packed, env)
      expect([...known.values()]).toEqual([undefined, undefined, undefined])
      const steps = releaseSteps(root, packed, packed[0]!.manifest.version!, known)
      runSteps(
        root,
        steps.filter(([program]) => program === "npm"),
        env,
      )
      // Interrupted after the last package: nothing is published twice.
      const again = await registeredNames(packed, env)
      expect(
        releaseSteps(root, packed, packed[0]!.manifest.version!, again).map(([program]) => program),
      ).not.toContain("npm")

      await type("npm create --yes trivet@latest my-app -- --template=minimal --no-install --no-git")
      await type("npm install --omit=dev --no-audit --no-fund --prefer-offline", "my-app")
      const installed = installedIn(join(house, "my-app"))
      expect(installed.packages).toBe(1)
      expectIndependent(join(house, "my-app"))
      await expectHello("my-app")
      noteFigure(
        "rehearsal",
        "minimal, in production",
        `${installed.packages} package, ${installed.bytes} bytes`,
      )
    },
  )
})

describe.runIf(isLong)("a rehearsal of a release", () => {
  let copy: ReleaseCopy
  beforeAll(async () => {
    await freshBuild()
    copy = createReleaseCopy()
  }, 30 * minutes)
  afterAll(() => copy?.remove())

  it("is checked, printed and published by one command", { timeout: 30 * minutes }, () => {
    const done = copy.release("--publish", registry.env)
    console.log(done)
    expect(done).not.toContain("STOP")
    // As it is printed before, and as it is run.
    expect(done.match(/^ {2}npm publish /gm)).toHaveLength(publicPackages.length)
    expect(done.match(/^npm publish /gm)).toHaveLength(publicPackages.length)
    expect(done).toContain("0.1.0 is published. Then: git push origin v0.1.0")
  })

  it(
    "gives every template, every generator and a plain project from the registry alone",
    { timeout: 60 * minutes },
    async () => {
      await type("npm create --yes trivet@latest api -- --template=api --no-git")
      for (const template of ["web", "cli", "minimal"])
        await type(`npx trivet app --name=../${template} --template=${template} --no-git`, "api").catch(
          async () =>
            type(`api/node_modules/.bin/trivet app --name=${template} --template=${template} --no-git`),
        )
      const generators = {
        api: ["g accounts", "g module --name=reports --type=plain", "g module --name=orders --type=resource"],
        web: ["g accounts", "g module --name=reports --type=plain", "g module --name=orders --type=resource"],
        cli: ["g module --name=reports --type=plain", "g module --name=orders --type=resource"],
        minimal: ["g module --name=reports --type=plain"],
      }
      for (const [template, all] of Object.entries(generators)) {
        const { packages, bytes } = installedIn(join(house, template))
        noteFigure("rehearsal", template, `${packages} packages, ${(bytes / 1e6).toFixed(1)} MB installed`)
        for (const one of all) await type(`npx trivet ${one}`, template)
        await type("npm install --no-audit --no-fund", template)
        if (template === "api") await type("npx trivet diff --write", template)
        if (template === "web") await type("npx trivet routes --access > access.txt", template)
        await type("npx tsc --noEmit && npx trivet check --strict && npm test", template)
        expectIndependent(join(house, template))
      }
      emptyFolder("plain")
      await type("npm init --yes && npm pkg set type=module && npm install trivet", "plain")
      const used = await type(
        `node -e 'import("trivet").then((all) => console.log(typeof all.createApp))'`,
        "plain",
      )
      expect(used.text).toContain("function")
      expect(installedIn(join(house, "plain")).packages).toBe(1)
    },
  )

  it(
    "installs a lock file whose packages were resolved by another registry",
    { timeout: 10 * minutes },
    async () => {
      const file = join(house, "minimal/package-lock.json")
      const lock = completeLock(JSON.parse(readFileSync(file, "utf8")) as LockFile)
      let count = 0
      const packages = Object.entries(lock.packages).map(([path, one]) => {
        if (one.resolved?.startsWith(registry.url) !== true) return [path, one] as const
        count++
        const resolved = one.resolved.replace(registry.url, "https://elsewhere.example/")
        return [path, { ...one, resolved }] as const
      })
      expect(count).toBeGreaterThan(10)
      writeFileSync(file, JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }))
      rmSync(join(house, "minimal/node_modules"), { recursive: true })
      await type("npm ci --no-audit --no-fund --replace-registry-host=always", "minimal")
      await type("npm test", "minimal")
    },
  )

  it.runIf(ImageBuilder.missing().length === 0)(
    "builds and runs an image of a new application",
    { timeout: 30 * minutes },
    async () => {
      const builder = new ImageBuilder(mkdtempSync(join(tmpdir(), "trivet-image-")))
      const database = await createTestDatabase()
      try {
        const folder = join(house, "api")
        const file = join(folder, "package-lock.json")
        writeFileSync(file, JSON.stringify(completeLock(JSON.parse(readFileSync(file, "utf8")) as LockFile)))
        await builder.makeBase(baseOf(join(folder, "Dockerfile")))
        const image = await builder.build(folder, registry.env["npm_config_userconfig"])
        const env = {
          DATABASE_URL: database.url,
          JWT_SECRET: "x".repeat(32),
          SITE_URL: "https://shop.example",
          MAIL_FROM: "shop@shop.example",
          MAIL_URL: "smtp://127.0.0.1:1",
        }
        const status = image.run(["node", "src/cli.ts", "db", "status"], env)
        expect(await status.ended, status.text()).toBe(0)
        noteFigure(
          "rehearsal",
          "image of the template api",
          `${(image.size / 1e6).toFixed(1)} MB above its base`,
        )
      } finally {
        await builder.remove()
        await database.drop()
      }
    },
  )

  it("upgrades an application as docs/run/upgrading.md says", { timeout: 60 * minutes }, async () => {
    const app = join(house, "api")
    addMedia(app)
    await type("npm install --no-audit --no-fund --save-exact @trivet/multipart@0.1.0 ws", "api")
    await type(
      "npx oxfmt src && npx trivet diff --write && npx tsc --noEmit && npx trivet check --strict && npm test",
      "api",
    )
    const database = await createTestDatabase()
    const env = { DATABASE_URL: database.url }
    try {
      await type("npm run cli -- db migrate", "api", env)
      copy.makeNext()
      const published = copy.release("--publish", registry.env)
      expect(published).toContain("0.2.0 is published")

      const [raise, check, compile, migrate] = commandsOf("docs/run/upgrading.md")
      expect(raise).toContain("npm install")
      // Only one of the packages: the application says which, before anything else goes wrong.
      await expectMixed(app)
      await type(raise!, "api")
      const before = await run(check!, { cwd: app, programs: thisNode, env: registry.env })
      expect(before.code).not.toBe(0)
      expect(before.text).toMatch(
        /NAME_RENAMED at src\/api-options\.ts:\d+:\d+\n.*`callLog`.*\n.*fix: Write `requestLog`\./,
      )
      applyRenames(app, before.text)
      const option = await run(check!, { cwd: app, programs: thisNode, env: registry.env })
      expect(option.text).toMatch(
        /OPTION_INVALID at src\/limits\/limits-module\.ts:\d+:\d+\n.*`prefix` is now `name`/,
      )
      edit(join(app, "src/limits/limits-module.ts"), [["prefix:", "name:"]])
      expect((await type(check!, "api")).text).toContain("0 faults, 0 warnings")
      await type(compile!, "api")
      expect((await type(migrate!, "api", env)).text).toContain("@trivet/jobs/003-started")
      const versions = (await type("npm ls --depth=0", "api")).text.match(/trivet\S*@\d+\.\d+\.\d+/g)
      expect(versions?.every((one) => one.endsWith("@0.2.0"))).toBe(true)
    } finally {
      await database.drop()
    }
  })

  /** The commands of a page, one text for each block. */
  function commandsOf(page: string): readonly string[] {
    return [...readFileSync(join(root, page), "utf8").matchAll(/^ {3}```sh\n([^]*?)^ {3}```$/gm)].map(
      ([, block]) => block!.replaceAll(/^ {3}/gm, "").trim().replaceAll("\n", " && "),
    )
  }

  async function expectMixed(app: string): Promise<void> {
    const saved = ["package.json", "package-lock.json"].map(
      (name) => [join(app, name), readFileSync(join(app, name), "utf8")] as const,
    )
    await type("npm install --force --no-audit --no-fund @trivet/jobs@0.2.0", "api")
    const mixed = await run("npx trivet check", { cwd: app, programs: thisNode, env: registry.env })
    expect(mixed.code).not.toBe(0)
    expect(mixed.text).toMatch(/VERSIONS_MIXED[^]*`trivet` 0\.1\.0 and `@trivet\/jobs` 0\.2\.0/)
    for (const [file, text] of saved) writeFileSync(file, text)
  }

  /** Does what the findings say, in the lines that they name. */
  function applyRenames(app: string, text: string): void {
    for (const [, file, old, now] of text.matchAll(
      /NAME_RENAMED at (\S+?):\d+:\d+\n.*does not export `(\w+)`.*\n {2}fix: Write `(\w+)`/g,
    ))
      edit(join(app, file!), [[old!, now!]])
  }
})
