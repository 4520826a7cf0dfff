import { spawn } from "node:child_process"
import { join } from "node:path"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

/** How the tool ended, and what it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What Node is given to run the tool: its sources, joined. */
export const toolWords: readonly string[] = await joinedSources().then(({ flags, tool }) => [...flags, tool])

const main = join(import.meta.dirname, "../../src/main.ts")

/** Runs the tool from its sources, which are joined, in a folder: this package's unless given. */
export function runTool(
  args: readonly string[],
  options: {
    readonly cwd?: string
    readonly env?: NodeJS.ProcessEnv
    /** Whether the program imports sources of the framework itself: joined ones beside them would be a second copy. */
    readonly importsSources?: boolean
    /** Flags for Node. Programs that the tool starts have them too. */
    readonly nodeFlags?: readonly string[]
  } = {},
): Promise<Ended> {
  const words = options.importsSources === true ? ["--conditions=@trivet/source", main] : toolWords
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...(options.nodeFlags ?? []), ...words, ...args], {
      cwd: options.cwd ?? join(import.meta.dirname, "../.."),
      // `INIT_CWD` is of the npm that runs the tests.
      env: { ...process.env, INIT_CWD: undefined, ...options.env },
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.on("error", fail).on("close", (code) => done({ code, stdout, stderr }))
  })
}
