import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, describe, expect, it, vi } from "vitest"
import { runTool, toolWords } from "../../tests/testing/run-tool.ts"
import { hostileNames } from "../../tests/testing/hostile-names.ts"
import { findNameFlaw } from "./app-name.ts"

// With every hostile name, and more moments: TRIVET_LONG=1 npx vitest run packages/tool/src/app/app.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const folders: string[] = []

/** A folder with a little in it, and one more above it: where nothing else may change. */
function house(): { readonly parent: string; readonly cwd: string } {
  const parent = mkdtempSync(join(tmpdir(), "trivet-app-"))
  folders.push(parent)
  const cwd = join(parent, "projects")
  mkdirSync(join(cwd, "taken"), { recursive: true })
  writeFileSync(join(cwd, "taken/kept.txt"), "kept")
  writeFileSync(join(cwd, "file"), "kept")
  symlinkSync("nowhere", join(cwd, "dangling"))
  return { parent, cwd }
}

/** Somebody whom git knows. */
const ada = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Every path below a folder, with what is in it and when it was changed. */
function snapshot(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()
  return Object.fromEntries(
    entries.map((path) => {
      const facts = lstatSync(join(folder, path))
      const text = facts.isFile() ? readFileSync(join(folder, path), "utf8") : ""
      return [path, `${facts.mode} ${facts.isDirectory() ? "" : facts.mtimeMs} ${text}`]
    }),
  )
}

describe("the name of an application", () => {
  it(`is refused ${hostileNames.length} times when it is hostile: exit 2, one line, not a byte written`, async () => {
    expect(hostileNames.length).toBeGreaterThanOrEqual(60)
    const { parent, cwd } = house()
    const before = snapshot(parent)
    // The command asks this function before it does anything else: in the short form it runs with some of the names, and
    // with those that only the command refuses.
    const flawed = hostileNames.filter((name) => findNameFlaw(name, []) !== undefined)
    expect(flawed.length).toBeGreaterThan(hostileNames.length - 5)
    const run = hostileNames.filter((name, at) => isLong || at % 10 === 0 || !flawed.includes(name))
    const tries = run.flatMap((name) => [
      [`--name=${name}`],
      // Only here can the two spellings differ.
      ...(name === "" || name.startsWith("-") ? [["--name", name]] : []),
    ])
    for (let at = 0; at < tries.length; at += 8) {
      const some = tries.slice(at, at + 8)
      const ended = await Promise.all(
        some.map((name) => runTool(["app", ...name, "--template=api", "--no-install", "--no-git"], { cwd })),
      )
      ended.forEach(({ code, stdout, stderr }, index) => {
        const told = { name: some[index], code, stdout, lines: stderr.trimEnd().split("\n").length }
        expect(told).toEqual({ name: some[index], code: 2, stdout: "", lines: 1 })
      })
      expect(snapshot(parent)).toEqual(before)
    }
  })

  it("is not created if the target exists, even as a dangling link", async () => {
    const { parent, cwd } = house()
    const before = snapshot(parent)
    for (const name of ["taken", "file", "dangling"]) {
      const { code, stderr } = await runTool(["app", `--name=${name}`, "--template=cli"], { cwd })
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `trivet: "${name}" cannot be the name: a file or folder with this name exists. Type: trivet app --help\n`,
      })
    }
    expect(snapshot(parent)).toEqual(before)
  })
})

describe("trivet app", () => {
  it("says what to type where there is no terminal to ask on", async () => {
    const { cwd } = house()
    for (const [args, wanted] of [
      [[], "--name=shop and --template=api (or web, cli, minimal)"],
      [["--name=shop"], "--template=api (or web, cli, minimal)"],
      [["shop"], "--template=api (or web, cli, minimal)"],
      [["--template=api"], "--name=shop"],
    ] as const) {
      const { code, stdout, stderr } = await runTool(["app", ...args], { cwd })
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: "",
        stderr: `trivet: no terminal: pass ${wanted}. Type: trivet app --help\n`,
      })
    }
    expect((await runTool(["app", "--name=shop", "--template=desktop"], { cwd })).code).toBe(2)
  })

  it("shows with --dry-run what it would write, and writes nothing", async () => {
    const { parent, cwd } = house()
    const before = snapshot(parent)
    const args = ["app", "--name=shop", "--template=api"]
    const { code, stdout } = await runTool([...args, "--dry-run"], { cwd })
    expect(code).toBe(0)
    expect(snapshot(parent)).toEqual(before)
    const told = stdout
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.trim())
    await runTool([...args, "--no-install", "--no-git"], { cwd })
    const written = globSync("shop/**/*", { cwd, exclude: (name) => name === ".git" })
      .concat(globSync("shop/.*", { cwd }))
      .filter((path) => lstatSync(join(cwd, path)).isFile())
    expect(told.toSorted()).toEqual(written.map((path) => path.slice("shop/".length)).toSorted())
  })

  it("gives each application a secret of its own, which only its owner can read and git ignores", async () => {
    const { cwd } = house()
    const secrets: string[] = []
    for (const name of ["one", "two"]) {
      const { code } = await runTool(["app", `--name=${name}`, "--template=api", "--no-install"], { cwd })
      expect(code).toBe(0)
      expect(lstatSync(join(cwd, name, ".env")).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(cwd, name, ".gitignore"), "utf8")).toMatch(/^\.env$/m)
      const text = readFileSync(join(cwd, name, ".env"), "utf8")
      secrets.push(/^JWT_SECRET=([\w-]{64})$/m.exec(text)?.[1] ?? "")
      expect(readFileSync(join(cwd, name, ".env.example"), "utf8")).toMatch(/^JWT_SECRET=$/m)
    }
    expect(secrets.every(Boolean)).toBe(true)
    expect(secrets[0]).not.toBe(secrets[1])
  })

  it("leaves no other name than its own in the files, tells each step, and what to type next", async () => {
    const { cwd } = house()
    const ended = await runTool(["app", "--name=shop", "--template=web", "--no-install"], { cwd, env: ada })
    expect(ended.stderr).toMatch(
      /^ {2}\d+ files written\n {2}git repository created\n {2}first commit made\n {2}created shop\n$/,
    )
    expect(ended.stdout).toBe(
      "\nNext:\n  cd shop\n  npm install\n  npm run dev      # then open http://localhost:3000\n  npm test\n",
    )
    for (const path of globSync("shop/{*,.*,src/**/*}", { cwd }).filter((one) =>
      lstatSync(join(cwd, one)).isFile(),
    ))
      expect(`${path}: ${readFileSync(join(cwd, path), "utf8")}`).not.toContain("my-app")
    const git = (...args: string[]) => execFileSync("git", args, { cwd: join(cwd, "shop"), encoding: "utf8" })
    expect(git("log", "--format=%an %s")).toBe("Ada Create shop\n")
    expect(git("status", "--porcelain")).toBe("")
    expect(git("ls-files").split("\n")).toContain("src/main.ts")
    expect(git("ls-files").split("\n")).not.toContain(".env")
    // Within a repository there is no second one.
    const inner = await runTool(["app", "--name=inner", "--template=cli", "--no-install"], {
      cwd: join(cwd, "shop"),
    })
    expect(inner.stderr).toContain("  no new git repository: the folder is inside one\n")
  })

  it("makes no commit in the name of somebody whom git does not know, and says what to type", async () => {
    const { parent, cwd } = house()
    const env = { HOME: parent, XDG_CONFIG_HOME: parent, GIT_CONFIG_NOSYSTEM: "1", EMAIL: "" }
    const ended = await runTool(["app", "--name=shop", "--template=cli", "--no-install"], { cwd, env })
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain(
      `  no first commit: git does not know your name. Type: git config --global user.name "Your Name" && git config --global user.email you@example.com\n`,
    )
    expect(existsSync(join(cwd, "shop/.git/HEAD"))).toBe(true)
  })

  it("names the folder as seen from where npm was started", async () => {
    const { parent, cwd } = house()
    const args = ["app", "--name=shop", "--template=cli", "--no-install", "--no-git"]
    const { stdout } = await runTool(args, { cwd, env: { INIT_CWD: parent } })
    expect(stdout).toContain("\n  cd projects/shop\n")
  })

  it("stays whole when packages cannot be installed, and says so with exit 1", async () => {
    const { cwd } = house()
    const { code, stdout } = await runTool(["app", "--name=shop", "--template=cli", "--no-git"], {
      cwd,
      env: {
        npm_config_registry: "http://127.0.0.1:1",
        npm_config_fetch_retries: "0",
        npm_config_cache: cwd,
      },
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^\nThe packages could not be installed\. npm said:\n[^]*\n\nNext:\n {2}cd shop\n {2}npm install\n/,
    )
    expect(existsSync(join(cwd, "shop/src/main.ts"))).toBe(true)
    expect(existsSync(join(cwd, "shop/node_modules"))).toBe(false)
  })

  it("takes packages from a folder, and says which is missing there", async () => {
    const { cwd } = house()
    const args = ["app", "--name=shop", "--template=cli", "--no-install", "--no-git", "--packages=packs"]
    const missing = await runTool(args, { cwd })
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("trivet-0.1.0.tgz") as string })
    expect(readdirSync(cwd).toSorted()).toEqual(["dangling", "file", "taken"])
    mkdirSync(join(cwd, "packs"))
    for (const name of ["trivet", "trivet-tool"]) writeFileSync(join(cwd, `packs/${name}-0.1.0.tgz`), "")
    expect((await runTool(args, { cwd })).code).toBe(0)
    const manifest = JSON.parse(readFileSync(join(cwd, "shop/package.json"), "utf8")) as {
      dependencies: Record<string, string>
    }
    // In the application itself, so that its image and its repository contain them.
    expect(manifest.dependencies["trivet"]).toBe("file:.packages/trivet-0.1.0.tgz")
    expect(readdirSync(join(cwd, "shop/.packages"))).toEqual(["trivet-0.1.0.tgz", "trivet-tool-0.1.0.tgz"])
    expect(readFileSync(join(cwd, "shop/.gitignore"), "utf8")).toContain("*.tgz\n!/.packages/*.tgz\n")
  })
})

describe("an interrupted trivet app", () => {
  // An npm that never ends stands in for a slow network; it tells whether it was left behind.
  const slowNpm = `#!/bin/sh\nmkdir -p node_modules/half && echo $$ > "$NPM_PID"\nexec sleep 60\n`

  /** Starts the tool and sends a signal when it has told a step, or after a time. Gives its code. */
  async function interrupt(
    cwd: string,
    signal: NodeJS.Signals,
    when: string | number,
  ): Promise<number | null> {
    const bin = join(cwd, "../bin")
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, "npm"), slowNpm, { mode: 0o755 })
    const child = spawn(process.execPath, [...toolWords, "app", "--name=shop", "--template=api"], {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        PATH: `${bin}:${process.env["PATH"]}`,
        NPM_PID: join(cwd, "../npm.pid"),
      },
    })
    let told = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text
      // Once: a second signal would find a process that is ending and listens no more.
      if (typeof when === "string" && told.includes(when) && !child.killed) child.kill(signal)
    })
    const ended = once(child, "close") as Promise<[number | null]>
    if (typeof when === "number") void sleep(when).then(() => child.kill(signal))
    return (await ended)[0]
  }

  const steps = ["files written", "git repository created", "installing packages"]

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("leaves nothing after %s at any step", async (signal, code) => {
    const { parent, cwd } = house()
    for (const step of steps) {
      expect([step, await interrupt(cwd, signal, step)]).toEqual([step, code])
      expect([step, readdirSync(cwd).toSorted()]).toEqual([step, ["dangling", "file", "taken"]])
    }
    // npm was ended with it.
    if (existsSync(join(parent, "npm.pid"))) {
      const pid = Number(readFileSync(join(parent, "npm.pid"), "utf8"))
      // 0 where it was ended before it had written it.
      if (pid > 0) await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 60_000)
    }
  })

  it("leaves nothing under its name after SIGKILL at any moment, and the next run clears the rest", async () => {
    const { parent, cwd } = house()
    // Twelve random moments in the long form, two in the short one.
    const random = isLong ? 12 : 2
    const moments = [...steps, ...Array.from({ length: random }, () => 50 + Math.random() * 1_000)]
    let left = 0
    for (const moment of moments) {
      await interrupt(cwd, "SIGKILL", moment)
      const names = readdirSync(cwd).filter((name) => !["dangling", "file", "taken"].includes(name))
      // At most one, because every run has cleared what the one before it left; or none, if it was too early.
      expect([
        moment,
        names.length <= 1 && names.every((name) => /^\.shop\.trivet-\d+-[\da-f]{6}$/.test(name)),
      ]).toEqual([moment, true])
      left += names.length
      if (existsSync(join(parent, "npm.pid"))) endOf(join(parent, "npm.pid"))
    }
    expect(left).toBeGreaterThan(0)
    expect((await runTool(["app", "--name=shop", "--template=cli", "--no-install"], { cwd })).code).toBe(0)
    expect(readdirSync(cwd).toSorted()).toEqual(["dangling", "file", "shop", "taken"])
  })
})

/** Ends the npm of this test that SIGKILL has left behind. */
function endOf(file: string): void {
  try {
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL")
  } catch {
    // It was never started, or has ended.
  }
  rmSync(file)
}
