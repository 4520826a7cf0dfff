import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { resumeStream } from "../../../../scripts/suite/topics/resume-stream.ts"
import { removeKeys, sharedRedis, testPrefix } from "../conformance/test-redis.ts"

const prefix = testPrefix()
const children: ChildProcess[] = []

async function startServer(port = "0"): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(join(import.meta.dirname, "server.ts"), [sharedRedis, prefix, port], {
    execArgv: ["--conditions=@trivet/source"],
  })
  children.push(child)
  const [url] = (await once(child, "message")) as [string]
  return { child, url }
}

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  await removeKeys(prefix)
})

describe("a stream over a topic", () => {
  it("has what another process publishes, and resumes when its own process is killed", async () => {
    expect(await resumeStream(startServer)).toEqual(Array.from({ length: 150 }, (_, at) => at))
  }, 60_000)
})
