import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createClient } from "trivet/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivateNats } from "../../src/testing.ts"
import { Posts } from "./posts.ts"

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
    const [first, second] = await Promise.all([startServer(), startServer()])
    const publisher = createClient(Posts, { url: second.url })
    const change = (at: number) => publisher.change({ params: { id: "7" }, body: { at } }).orThrow()
    const { body } = await createClient(Posts, { url: first.url })
      .watch({ params: { id: "7" } })
      .orThrow()
    const seen: number[] = []
    const reading = (async () => {
      for await (const { data } of body) if (seen.push(data.at) === 150) break
    })()
    for (let at = 0; at < 50; at++) await change(at)
    await expect.poll(() => seen.length).toBe(50)
    first.child.kill("SIGKILL")
    await once(first.child, "exit")
    for (let at = 50; at < 100; at++) await change(at)
    await startServer(new URL(first.url).port)
    for (let at = 100; at < 150; at++) await change(at)
    await reading
    expect(seen).toEqual(Array.from({ length: 150 }, (_, at) => at))
  }, 60_000)
})
