import { contract, dto, list } from "trivet"
import { ClientError, createClient, readEvents, readStream } from "trivet/client"

const Note = dto({ id: "required", title: "required" })

/** A contract of five routes, and some that no value fits. */
export const Notes = contract({
  index: {
    method: "GET",
    path: "/notes",
    accepts: { query: dto({ limit: "integer" }) },
    returns: { 200: list(Note) },
  },
  show: { method: "GET", path: "/notes/:id", returns: { 200: Note, 404: dto({ error: "required" }) } },
  create: {
    method: "POST",
    path: "/notes",
    accepts: { body: dto({ title: "required" }) },
    returns: { 201: Note },
  },
  delete: { method: "DELETE", path: "/notes/:id", returns: { 204: null } },
  upload: {
    method: "POST",
    path: "/upload",
    returns: { 200: dto({ type: "required", size: "required,integer" }) },
  },
  download: { method: "GET", path: "/download" },
  watch: { method: "GET", path: "/watch" },
  slow: { method: "GET", path: "/slow" },
  moved: { method: "POST", path: "/moved" },
})

/** Calls every route from wherever this runs. What it returns is the same on every runtime. */
export async function callAll(url: string): Promise<unknown> {
  const notes = createClient(Notes, { url, headers: async () => ({ "x-token": "t" }) })
  const created = await notes.create({ body: { title: "é" } }).orThrow()
  const missing = await notes.show({ params: { id: "a/b c" } })
  const { body: listed } = await notes.index({ query: { limit: 1 } }).orThrow()
  const deleted = await notes.delete({ params: { id: "1" } })
  const form = new FormData()
  form.append("file", new Blob(["content"]), "a.txt")
  const uploaded = await notes.upload({ body: form }).orThrow()
  const bytes = await notes.upload({ body: new Uint8Array(3) }).orThrow()

  let size = 0
  const { body: pieces } = await notes.download({ read: readStream }).orThrow()
  for await (const piece of pieces) size += piece.length

  const ticks: string[] = []
  const { body: events } = await notes.watch({ read: readEvents }).orThrow()
  for await (const { event, data } of events) if (ticks.push(`${event} ${data}`) === 3) break

  const controller = new AbortController()
  const slow = notes.slow({ signal: controller.signal })
  setTimeout(() => controller.abort(), 10)
  const late = createClient(Notes, { url, timeout: 10 })
  // Nothing listens on the port of the discard protocol.
  const gone = createClient(Notes, { url: "http://127.0.0.1:9", retry: 1 })
  return {
    created: [created.status, created.body.title],
    missing: missing.status === 404 ? missing.body.error : missing.status,
    listed: listed.length,
    deleted: [deleted.status, deleted.body],
    uploaded: [uploaded.body.type.split(";")[0], uploaded.body.size > 100],
    bytes: bytes.body.size,
    size,
    ticks,
    aborted: await codeOf(slow),
    timedOut: await codeOf(late.slow()),
    unreachable: await codeOf(gone.index()),
    moved: await outcomeOfRedirect(notes.moved({ body: { password: "p" } })),
    unsendable: await codeOf(notes.show({ params: { id: ".." } })),
  }
}

/** Browsers hide a redirect that is not followed, so it is an error there and a reply elsewhere. */
async function outcomeOfRedirect(call: Promise<{ readonly status: number }>): Promise<string> {
  const inBrowser = "document" in globalThis
  const outcome = inBrowser ? await codeOf(call) : (await call).status
  return outcome === (inBrowser ? "REPLY" : 307) ? "not followed" : String(outcome)
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return "a reply"
  } catch (error) {
    return error instanceof ClientError ? error.code : String(error)
  }
}
