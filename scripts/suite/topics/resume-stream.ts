import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createClient } from "trivet/client"
import { expect } from "vitest"
import { Posts } from "./posts.ts"

/** Starts a process with the application of `posts.ts`, at a port if one is given. */
export type StartServer = (port?: string) => Promise<{ readonly child: ChildProcess; readonly url: string }>

/** Reads a stream whose process is killed, while another one publishes: gives what came. */
export async function resumeStream(startServer: StartServer): Promise<readonly number[]> {
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
  return seen
}
