import { execFileSync } from "node:child_process"
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pack } from "../../scripts/packages/pack.ts"
import { root } from "../../scripts/reading/workspace.ts"
import { saveResult, versionsOf } from "../save-result.ts"
import { adonisStarter, fastifyStarter, honoStarter, nestStarter, type Starter } from "./starters.ts"

// npm run bench:install [-- --save]: how much a new project installs: packages and bytes, all and without what only development needs.

interface Installed {
  readonly packages: number
  readonly megabytes: number
}

const house = mkdtempSync(join(tmpdir(), "trivet-bench-install-"))
try {
  console.log(
    "| starter | packages | MB | in production: packages | MB |\n| --- | ---: | ---: | ---: | ---: |",
  )
  const all = await starters()
  const measured = all.map(([name, starter]) => {
    const sizes = [install(starter), install(starter, "--omit=dev")]
    console.log(row(name, sizes))
    return { name, sizes }
  })
  if (process.argv.includes("--save")) save(measured)
} finally {
  rmSync(house, { recursive: true, force: true })
}

async function starters(): Promise<readonly (readonly [string, Starter])[]> {
  const packs = join(house, "packs")
  await pack(packs)
  const tool = join(root, "packages/tool/src/main.ts")
  for (const template of ["api", "web", "cli", "minimal"])
    execFileSync(
      process.execPath,
      [
        "--conditions=@trivet/source",
        tool,
        "app",
        `--name=trivet-${template}`,
        `--template=${template}`,
        `--packages=${packs}`,
        "--no-install",
        "--no-git",
      ],
      { cwd: house, stdio: "ignore" },
    )
  npm(house, "pack", "--silent", "@nestjs/schematics@12.0.6")
  execFileSync("tar", ["xzf", "nestjs-schematics-12.0.6.tgz"], { cwd: house })
  // Their packages are in the application's own folder; here they are installed elsewhere.
  const made = (template: string) => {
    const folder = join(house, `trivet-${template}`)
    const manifest = readFileSync(join(folder, "package.json"), "utf8")
    return JSON.parse(manifest.replaceAll("file:.packages/", `file:${folder}/.packages/`)) as Starter
  }
  return [
    ["Trivet, api: PostgreSQL, Redis, tokens, limits, OpenAPI", made("api")],
    ["Trivet, web", made("web")],
    ["Trivet, cli", made("cli")],
    ["Trivet, minimal: one route and its test", made("minimal")],
    ["NestJS 12, `nest new`: one route, no database", nestStarter(join(house, "package"))],
    ["AdonisJS 7, API starter kit: SQLite, tokens", adonisStarter],
    ["Fastify 5, `fastify generate`: one route, no database", fastifyStarter],
    ["Hono 4, template nodejs: one route, no tests", honoStarter],
  ]
}

function row(name: string, sizes: readonly (Installed | undefined)[]): string {
  const cells = sizes.flatMap((installed) =>
    installed === undefined
      ? ["not installed", ""]
      : [String(installed.packages), installed.megabytes.toFixed(0)],
  )
  return `| ${[name, ...cells].join(" | ")} |`
}

function save(
  measured: readonly { readonly name: string; readonly sizes: readonly (Installed | undefined)[] }[],
) {
  const sizesIn = (at: number, unit: string, read: (installed: Installed) => number) => ({
    unit,
    digits: 0,
    series: measured.map(({ name, sizes }) => {
      const installed = sizes[at]
      return installed === undefined
        ? { name, missing: "not installed" }
        : { name, middle: Math.round(read(installed)) }
    }),
  })
  const cases = [
    ["all", "all dependencies"],
    ["production", "without development dependencies"],
  ].map(([name, title], at) => ({
    name: name!,
    title: title!,
    measures: [
      sizesIn(at, "packages", ({ packages }) => packages),
      sizesIn(at, "MB", ({ megabytes }) => megabytes),
    ],
  }))
  saveResult(
    "install",
    { script: "bench:install", args: process.argv.slice(2), versions: versionsOf("node") },
    cases,
  )
}

function install(starter: Starter, ...options: readonly string[]): Installed | undefined {
  const folder = join(house, "installed")
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "x", private: true, ...starter }))
  try {
    npm(folder, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", ...options)
  } catch (error) {
    console.error(String((error as { stderr?: unknown }).stderr))
    return undefined
  }
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    packages: object
  }
  const taken = readdirSync(join(folder, "node_modules"), { recursive: true, encoding: "utf8" })
    .map((path) => lstatSync(join(folder, "node_modules", path)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0)
  return { packages: Object.keys(lock.packages).length, megabytes: taken / 2 ** 20 }
}

function npm(cwd: string, ...args: readonly string[]): void {
  const PATH = `${dirname(process.execPath)}:${process.env["PATH"]}`
  execFileSync("npm", args, { cwd, env: { ...process.env, PATH }, stdio: ["ignore", "ignore", "pipe"] })
}
