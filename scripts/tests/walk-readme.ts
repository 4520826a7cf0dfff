import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { run, type Serving, serveWith, succeed } from "../../packages/tool/tests/scaffold/shell.ts"
import { root } from "../reading/workspace.ts"

/** One command of the walk, and how long it took. */
interface Typed {
  readonly command: string
  readonly seconds: number
}

/**
 * Walks from the README to a running, changed application, in a clone of the committed tree: types its commands,
 * compares their replies, makes its two mistakes, creates an application, changes it, and asks for the change. Raises
 * what differs from the README.
 */
export async function walkReadme(): Promise<readonly Typed[]> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-walk-"))
  const clone = join(folder, "trivet")
  const programs = dirname(process.execPath)
  const typed: Typed[] = []
  const servings: Serving[] = []
  const type = async (command: string, cwd: string) => {
    const done = await succeed(command, { cwd, programs })
    typed.push({ command, seconds: done.seconds })
    return done.text
  }
  const start = async (command: string, cwd: string) => {
    const serving = await serveWith(command, { cwd, programs })
    typed.push({ command, seconds: serving.seconds })
    servings.push(serving)
    return serving
  }
  try {
    await type(`git clone --quiet ${root} trivet`, folder)
    const readme = readFileSync(join(clone, "README.md"), "utf8")
    const [setUp = ""] = blocksOf(readme, "sh")
    const [calls = ""] = blocksOf(readme, "console")
    const faults = blocksOf(readme, "text")
    // The first line of the block is for readers with an older Node.
    const [, install = "", serve = ""] = setUp.trim().split("\n")
    await type(install, clone)
    const first = await start(serve, clone)
    for (const part of calls.split(/^\$ /m).slice(1)) {
      const [command = "", ...reply] = part.trim().split("\n")
      const text = await type(
        `${command.replace("http://", "").replace("localhost:3000", first.url())} -s`,
        clone,
      )
      same(text, reply.join("\n"), command)
    }
    await first.stop()

    const file = join(clone, "examples/one-file/src/main.ts")
    const source = readFileSync(file, "utf8")
    const withChange = async (from: string, to: string, command: string) => {
      same(source.includes(from), true, `examples/one-file contains ${from}`)
      writeFileSync(file, source.replace(from, to))
      const { code, text } = await run(command, { cwd: clone, programs })
      writeFileSync(file, source)
      same(code === 0, false, `${command} fails`)
      return text
    }
    const fault = await withChange("[TasksController, Tasks]", "[TasksController]", serve)
    same(fault.includes(faults[0]!.trim()), true, `the fault of the README is in:\n${fault}`)
    const error = await withChange('"/tasks/:id", this', '"/tasks/:number", this', "npm run types")
    same(error.includes(faults[1]!.trim()), true, `the error of the README is in:\n${error}`)

    const [create = ""] = /npm run new \.\.\/my-app/.exec(readme) ?? []
    await type(create, clone)
    const app = join(folder, "my-app")
    const serving = await start("npm run dev", app)
    same(await statusOf(`${serving.url()}/notes`), 401, "GET /notes")
    const contract = join(app, "src/notes/notes-contract.ts")
    const began = performance.now()
    writeFileSync(
      contract,
      readFileSync(contract, "utf8").replaceAll('resource("notes"', 'resource("remarks"'),
    )
    while ((await statusOf(`${serving.url()}/remarks`)) !== 401) {
      if (performance.now() - began > 120_000) throw new Error(`The change is not served:\n${serving.log()}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    typed.push({ command: "(a change is saved, and served)", seconds: (performance.now() - began) / 1000 })
    return typed
  } finally {
    for (const serving of servings) await serving.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(
    (found) => found[1]!,
  )
}

function same(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected)
    throw new Error(`${what}\nexpected ${JSON.stringify(expected)}\ngot      ${JSON.stringify(actual)}`)
}

function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
}

// node --conditions=@trivet/source scripts/tests/walk-readme.ts
if (import.meta.main) {
  const typed = await walkReadme()
  for (const { command, seconds } of typed) console.log(`${seconds.toFixed(1).padStart(6)} s  ${command}`)
  const seconds = typed.reduce((sum, one) => sum + one.seconds, 0)
  console.log(`${typed.length - 1} commands, ${seconds.toFixed(1)} s`)
}
