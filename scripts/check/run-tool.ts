import { spawn } from "node:child_process"
import { delimiter, dirname, join } from "node:path"
import { root } from "../reading/workspace.ts"
import type { Outcome } from "./step.ts"

// The Node that runs the check runs its tools too, whatever the PATH has.
const PATH = [join(root, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter)

/** Runs one of the workspace's tools from the workspace's folder and keeps what it prints. */
export function runTool(tool: string, ...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = `$ ${tool} ${args.join(" ")}\n`
    const child = spawn(tool, args, {
      cwd: root,
      env: { ...process.env, PATH, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    })
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.on("error", (error) => resolve({ ok: false, output: output + error.message }))
    child.on("close", (code) => resolve({ ok: code === 0, output }))
  })
}
