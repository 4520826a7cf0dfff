import { rmSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { createFolder, fileCases, folderVariable } from "./folder.ts"
import { byHand } from "./pages/by-hand.ts"
import { postList } from "./pages/posts.ts"
import { withEta } from "./pages/with-eta.ts"
import { withHtml } from "./pages/with-html.ts"

describe("the page of posts", () => {
  it("is the same text whoever renders it", () => {
    const wanted = byHand(postList)
    expect(wanted).toContain("On &lt;b&gt; &amp; &quot;quotes&quot; in post 0")
    expect(withHtml(postList)).toBe(wanted)
    expect(withEta(postList)).toBe(wanted)
  })
})

describe.each(["bare", "trivet"])("the server %s", (name) => {
  let server: RunningServer
  const folder = createFolder()

  beforeAll(async () => {
    process.env[folderVariable] = folder
    server = await startServer(name, "node", undefined, "../web/servers")
  })
  afterAll(() => {
    server.stop()
    rmSync(folder, { recursive: true })
  })

  it("sends the files whole, with their type and length", async () => {
    for (const { path, size } of fileCases) {
      const reply = await fetch(server.url + path)
      expect(reply.headers.get("content-type")).toBe("text/css; charset=utf-8")
      expect(reply.headers.get("content-length")).toBe(String(size))
      expect((await reply.arrayBuffer()).byteLength).toBe(size)
    }
  })
})
