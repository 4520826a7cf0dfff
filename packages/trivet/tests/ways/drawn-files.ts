import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "../../../..")

/** The files that ARCHITECTURE.md draws on a way. They are below `packages/<package>/src`. */
export function drawnFiles(way: string): readonly string[] {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")
  const [, drawing = ""] = new RegExp(`<!-- way: ${way} -->\\s+\`\`\`text\\n([^]*?)\`\`\``).exec(page) ?? []
  return [...new Set(drawing.match(/[\w/-]+\.ts/g))].toSorted()
}

/** The files that a program of `filesOnTheWay()` prints, of one package. */
export async function walkedFiles(
  program: string,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<readonly string[]> {
  const args = ["--conditions=@trivet/source", program]
  const { stderr } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production", ...env },
    timeout: 60_000,
  })
  const all = JSON.parse(stderr.trim().split("\n").at(-1)!) as readonly string[]
  const start = `${name}/src/`
  return all.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length))
}
