import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { resumeStream } from "../../../../scripts/suite/topics/resume-stream.ts"
import { PrivateNats } from "../../src/testing.ts"

let nats: PrivateNats
const children: ChildProcess[] = []

async function startServer(port = "0"): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(join(import.meta.dirname, "server.ts"), [nats.url, port], {
    execArgv: ["--conditions=@trivet/source"],
  })
  children.push(child)
  const [url] = (await once(child, "message")) as [string]
  return { child, url }
}

beforeAll(async () => {
  nats = await PrivateNats.start()
})
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await nats.stop()
  nats.forget()
})

describe("a stream over a topic", () => {
  it("has what another process publishes, and resumes when its own process is killed", async () => {
    expect(await resumeStream(startServer)).toEqual(Array.from({ length: 150 }, (_, at) => at))
  }, 60_000)
})
