import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { endGroup, startServer } from "../../../../scripts/docs/run/shell.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"

/** How a command line ended, and what it wrote on both streams. */
export interface Done {
  readonly code: number | null
  readonly text: string
  readonly seconds: number
}

/** Where and with what a command line runs. */
export interface Place {
  readonly cwd: string
  /** A folder whose programs go before all others, such as another Node's. */
  readonly programs?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a line of shell to its end, as a new user would: nothing of the test's own environment is in its way. */
export async function run(line: string, place: Place): Promise<Done> {
  const began = performance.now()
  const child = start(line, place)
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => (text += piece))
  const timer = setTimeout(() => endGroup(child, "SIGKILL"), 240_000)
  const [code] = (await once(child, "close")) as [number | null]
  clearTimeout(timer)
  return { code, text, seconds: (performance.now() - began) / 1000 }
}

/** Runs a line of shell that must go well; raises all that it wrote otherwise. */
export async function succeed(line: string, place: Place): Promise<Done> {
  const done = await run(line, place)
  if (done.code !== 0) throw new Error(`$ ${line}\n${done.text}\nended with ${done.code}`)
  return done
}

/** A server that a line of shell has started. */
export interface Serving {
  /** Where it has listened last: one that was started again may listen elsewhere. */
  url(): string
  readonly seconds: number
  log(): string
  stop(): Promise<void>
}

const listens = /listening on http:\/\/localhost:\d+/g

/** Starts a server and waits until it says on which address it listens, and answers there. */
export async function serveWith(line: string, place: Place): Promise<Serving> {
  const began = performance.now()
  const env = { PORT: "0", ...place.env }
  const { output, stop } = await startServer(line, { cwd: place.cwd, env: environment({ ...place, env }) })
  const url = (): string =>
    output()
      .match(listens)
      ?.at(-1)
      ?.replace(/.*localhost/, "http://127.0.0.1") ?? ""
  await fetch(`${url()}/health/live`)
  return { url, seconds: (performance.now() - began) / 1000, log: output, stop }
}

function start(line: string, place: Place): ChildProcess {
  // Of its own group, so that what it starts ends with it.
  return spawn("bash", ["-c", line], { cwd: place.cwd, detached: true, env: environment(place) })
}

/** The variables of a new user: what npm needs here, and nothing else of the test's own. */
function environment({ programs, env }: Place): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR } = process.env
  const settings = Object.entries(process.env).filter(([name]) =>
    /^npm_config_|proxy|^SSL_|^NODE_EXTRA/i.test(name),
  )
  return {
    ...(Object.fromEntries(settings) as Record<string, string>),
    ...(TMPDIR !== undefined && { TMPDIR }),
    PATH: programs === undefined ? PATH : `${programs}:${PATH}`,
    HOME,
    NO_COLOR: "1",
    ...compileCache,
    ...env,
  }
}
