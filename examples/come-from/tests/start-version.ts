import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"
import { compileCache } from "../../../scripts/suite/compile-cache.ts"

const example = join(import.meta.dirname, "..")

/** Starts a version as a process of its own, on a free port, and gives its address when it listens. */
export async function startVersion(file: string): Promise<string> {
  const child = spawn(process.execPath, ["--conditions=@trivet/source", file], {
    cwd: example,
    // Production: outside of it, Trivet logs more and checks more, and replies the same.
    env: { ...process.env, ...compileCache, PORT: "0", NO_COLOR: "1", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill())
  // The 500 among the requests is logged, by all versions. It stays out of the test's own output.
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  for await (const line of createInterface(child.stdout)) {
    const port = /listening on .*?(?:port: |:)(\d+)/.exec(line)?.[1]
    if (port !== undefined) {
      child.stdout.resume()
      return `http://localhost:${port}`
    }
  }
  throw new Error(`${file} did not start:\n${errors}`)
}
