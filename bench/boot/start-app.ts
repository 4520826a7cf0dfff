import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** One start of an application in a fresh process. */
export interface AppStart {
  /** Milliseconds from the end of all imports until it could serve. */
  readonly boot: number
  /** Milliseconds from the start of the process until it could serve. */
  readonly whole: number
  /** What it then answered to one call, as JSON. */
  readonly answer: string
}

/** Starts an application and waits for its end. */
export function startApp(name: string): Promise<AppStart> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const args = ["--conditions=@trivet/source", join(import.meta.dirname, "run-boot.ts"), name]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    let seen = { boot: Number.NaN, whole: Number.NaN, answer: "" }
    createInterface(child.stdout).on("line", (line) => {
      const [word, rest = ""] = line.split(/ (.*)/, 2)
      if (word === "ready") seen = { ...seen, boot: Number(rest), whole: performance.now() - start }
      else if (word === "answer") seen = { ...seen, answer: rest }
    })
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0 && seen.answer !== "") resolve(seen)
      else reject(new Error(`the application "${name}" ended with ${code} and answered "${seen.answer}"`))
    })
  })
}
