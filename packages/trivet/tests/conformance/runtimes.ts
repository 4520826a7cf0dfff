import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { toFetch } from "trivet/fetch"
import { createTestApp } from "trivet/testing"
import { startWorkers } from "../edge/start-workerd.ts"
import { blueprintOf, createConformanceApp, type Make } from "./app.ts"
import type { Sent } from "./case.ts"
import { FilesController } from "./controllers/files-controller.ts"
import type { Received } from "./received.ts"
import { sendDirect } from "./send-direct.ts"
import { createHttpSender } from "./send-http.ts"
import { sendToTestApp } from "./send-to-test-app.ts"

/** An engine that the cases are sent through. */
export interface Runtime {
  readonly name: string
  start(): Promise<Started>
}

/** All makes of the application, ready for calls. */
export interface Started {
  send(make: Make, sent: Sent): Promise<Received>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, "../../../..")
const condition = "--conditions=@trivet/source"
/** What edge runtimes forbid: with it `eval()` and `new Function()` throw. */
const noGeneration = "--disallow-code-generation-from-strings"

/** Where a runtime's program lies; fetched first if it is not there. */
export function programOf(script: string, name: string, ...args: readonly string[]): string {
  return join(execFileSync(join(root, "scripts", script), args, { encoding: "utf8" }).trim(), name)
}

/** Every way a call can come in. */
export const runtimes: readonly Runtime[] = [
  {
    name: "node 26",
    start: () => startChild(programOf("use-node", "node", "26"), [condition, noGeneration]),
  },
  { name: "node 24", start: () => startChild(programOf("use-node", "node", "24"), [condition]) },
  {
    name: "node listener",
    start: () => startChild(programOf("use-node", "node", "26"), [condition], ["plainly"]),
  },
  { name: "bun", start: () => startChild(programOf("use-bun", "bun"), [condition]) },
  { name: "deno", start: () => startChild(programOf("use-deno", "deno"), ["run", "--allow-all", condition]) },
  { name: "workerd", start: startOnWorkerd },
  { name: "fetch on node", start: startFetch },
  { name: "test app", start: startTestApp },
]

async function ofEachMake<T>(create: (make: Make) => T | Promise<T>): Promise<Record<Make, T>> {
  return { plain: await create("plain"), full: await create("full"), scoped: await create("scoped") }
}

async function startChild(
  program: string,
  args: readonly string[],
  words: readonly string[] = [],
): Promise<Started> {
  const child = spawn(program, [...args, join(import.meta.dirname, "serve.ts"), ...words], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ports = await portsOf(child)
  const senders = await ofEachMake((make) => createHttpSender(ports[make]))
  return {
    send: (make, sent) => senders[make].send(sent),
    stop: async () => {
      for (const sender of Object.values(senders)) sender.close()
      const ended = new Promise<void>((done) => child.once("exit", () => done()))
      child.kill("SIGKILL")
      await ended
    },
  }
}

function portsOf(child: ChildProcess): Promise<Readonly<Record<Make, number>>> {
  return new Promise((give, refuse) => {
    child.once("error", refuse)
    child.once("exit", (code) => refuse(new Error(`the server ended with ${code} before it listened`)))
    createInterface(child.stdout!).once("line", (line) => give(JSON.parse(line) as Record<Make, number>))
  })
}

async function startOnWorkerd(): Promise<Started> {
  const worker = (make: Make, file: string, ...compatibilityFlags: string[]) => ({
    file: join(import.meta.dirname, file),
    bindings: { MAKE: make },
    compatibilityFlags,
  })
  const workerd = await startWorkers({
    plain: worker("plain", "worker.ts"),
    full: worker("full", "worker.ts"),
    scoped: worker("scoped", "scoped-worker.ts", "nodejs_als"),
  })
  const senders = await ofEachMake((make) => createHttpSender(workerd.ports[make]!))
  return {
    send: async (make, sent) => {
      const received = await senders[make].send(sent)
      // After a body that failed workerd closes the connection, which its client only learns from the next request.
      return received.status === undefined ? senders[make].send(sent) : received
    },
    stop: async () => {
      for (const sender of Object.values(senders)) sender.close()
      await workerd.stop()
    },
  }
}

async function startFetch(): Promise<Started> {
  const apps = await ofEachMake((make) => createConformanceApp(make, [FilesController]))
  const handlers = await ofEachMake((make) => toFetch(apps[make]))
  return {
    send: (make, sent) => sendDirect(handlers[make], sent),
    stop: async () => void (await Promise.all(Object.values(apps).map((app) => app.stop()))),
  }
}

async function startTestApp(): Promise<Started> {
  const start = async (make: Make) => {
    const { root: tree, options, started } = blueprintOf(make, [FilesController])
    const app = await createTestApp(tree, options)
    started(app)
    return app
  }
  const apps = await ofEachMake(start)
  return {
    send: (make, sent) => sendToTestApp(apps[make], sent),
    stop: async () => void (await Promise.all(Object.values(apps).map((app) => app.stop()))),
  }
}
