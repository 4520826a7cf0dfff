import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** What the example of the front page prints: whole, and after a word is removed from it. */
export interface ExampleOutputs {
  readonly reply: string
  readonly page: string
  readonly command: string
  readonly broken: readonly string[]
}

/** A word that the reader can remove, and what then reports it. */
export interface Removal {
  readonly word: string
  /** The code around the word: it occurs once in the file. */
  readonly whole: string
  readonly without: string
  readonly typed: string
}

/** The words in the order of their buttons. */
export const removals: readonly Removal[] = [
  {
    word: "Books",
    whole: "[BooksController, Books]",
    without: "[BooksController]",
    typed: "node main.ts",
  },
  { word: "/:id", whole: '"/books/:id", this', without: '"/books", this', typed: "npx tsc" },
]

const folder = import.meta.dirname
const root = join(folder, "../..")
const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "development" }
const outputsFile = join(folder, "outputs.json")

/** The whole file of the example. */
export function exampleSource(): string {
  return readFileSync(join(folder, "books.ts"), "utf8")
}

/** The lines that the front page shows: without the imports and the service. */
export function shownLines(): string {
  const source = exampleSource()
  return source.slice(source.indexOf("const view"))
}

/** The recorded outputs. `site/tests/home.test.ts` compares them with those of a run. */
export function recordedOutputs(): ExampleOutputs {
  return JSON.parse(readFileSync(outputsFile, "utf8")) as ExampleOutputs
}

/** Starts the example on each platform, and once without each of the words. */
export async function runExample(): Promise<ExampleOutputs> {
  const [reply, page, command, ...broken] = await Promise.all([
    ask("api"),
    ask("web"),
    run(process.execPath, [...flags, "show", "1"], folder),
    ...removals.map(runWithout),
  ])
  return { reply, page, command, broken }
}

async function runWithout({ whole, without, typed }: Removal): Promise<string> {
  const source = exampleSource()
  if (source.split(whole).length !== 2) throw new Error(`books.ts must contain ${whole} once`)
  // Inside the workspace, so that `trivet` is found.
  const copy = mkdtempSync(join(folder, ".without-"))
  try {
    writeFileSync(join(copy, "books.ts"), source.replace(whole, without))
    writeFileSync(join(copy, "start-books.ts"), readFileSync(join(folder, "start-books.ts")))
    return typed === "npx tsc" ? await compile(copy) : await run(process.execPath, [...flags, "api"], copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** The compiler's message, without its advice about another option. */
async function compile(copy: string): Promise<string> {
  const settings = {
    extends: "../../../tsconfig.base.json",
    compilerOptions: { noEmit: true },
    files: ["books.ts"],
  }
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(settings))
  const output = await run(join(root, "node_modules/.bin/tsc"), ["-p", copy], copy)
  return output
    .replaceAll(/^.*books\.ts/gm, "books.ts")
    .replace(/ with 'exactOptional.*/, "")
    .split("\n")[0]!
}

const flags = ["--conditions=@trivet/source", "start-books.ts"]

/** The reply of a server of this platform, as a browser gets it. */
async function ask(platform: "api" | "web"): Promise<string> {
  const child = spawn(process.execPath, [...flags, platform], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on("line", (line) => {
        const found = /listening on (http:[^\s"]+)/.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.on("exit", () => reject(new Error("start-books.ts ended before it listened")))
    })
    const reply = await fetch(`${url}/books/1`, { headers: { accept: "text/html, */*" } })
    return await reply.text()
  } finally {
    child.kill()
  }
}

function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (_error, stdout, stderr) => resolve((stdout + stderr).trim()))
  })
}

// node site/home/example.ts --write: records the outputs
if (import.meta.main) {
  const outputs = await runExample()
  if (process.argv.includes("--write")) writeFileSync(outputsFile, `${JSON.stringify(outputs, null, 2)}\n`)
  console.log(outputs)
}
