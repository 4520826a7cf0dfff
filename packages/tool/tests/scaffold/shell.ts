import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"

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
  const child = start(line, { ...place, env: { PORT: "0", ...place.env } })
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (piece: string) => (text += piece))
  const atExit = () => endGroup(child, "SIGKILL")
  process.once("exit", atExit)
  const stop = async (): Promise<void> => {
    process.off("exit", atExit)
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, "close")
    endGroup(child, "SIGTERM")
    const timer = setTimeout(() => endGroup(child, "SIGKILL"), 15_000)
    await gone
    clearTimeout(timer)
  }
  const url = (): string =>
    text
      .match(listens)
      ?.at(-1)
      ?.replace(/.*localhost/, "http://127.0.0.1") ?? ""
  for (;;) {
    if (url() !== "") {
      await fetch(`${url()}/health/live`)
      return { url, seconds: (performance.now() - began) / 1000, log: () => text, stop }
    }
    if (child.exitCode !== null || performance.now() - began > 90_000) {
      await stop()
      throw new Error(`$ ${line}\n${text}\nnever listened`)
    }
    await sleep(20)
  }
}

function start(line: string, { cwd, programs, env }: Place): ChildProcess {
  const { PATH = "", HOME = "", TMPDIR } = process.env
  const settings = Object.entries(process.env).filter(([name]) =>
    /^npm_config_|proxy|^SSL_|^NODE_EXTRA/i.test(name),
  )
  return spawn("bash", ["-c", line], {
    cwd,
    // Of its own, so that what it starts ends with it.
    detached: true,
    env: {
      ...Object.fromEntries(settings),
      ...(TMPDIR !== undefined && { TMPDIR }),
      PATH: programs === undefined ? PATH : `${programs}:${PATH}`,
      HOME,
      NO_COLOR: "1",
      ...env,
    },
  })
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}
