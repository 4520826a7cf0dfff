import { join } from "node:path"
import { type Context, events, get, module, post, Reply, ReplyHeaders, routes } from "trivet"
import { compress, staticFiles } from "trivet/node"
import { html } from "trivet/web"

/** Words of different lengths: they shrink, but not to nothing. */
function* words(): Generator<string> {
  for (let at = 0, state = 1; at < 100_000; at++) {
    state = (state * 48_271) % 2_147_483_647
    yield `${(state % 100_000).toString(36)}${state % 7 === 0 ? "ä\n" : " "}`
  }
}

const all = [...words()].join("")

/** A text, the same every time; another seed gives another one. */
export function textOf(length: number, seed = 1): string {
  const start = (seed * 997) % (all.length - length)
  return all.slice(start, start + length)
}

const long = textOf(300_000)

async function* lines(): AsyncGenerator {
  for (let at = 0; at < 500; at++) {
    if (at % 100 === 0) await new Promise((go) => setTimeout(go, 1))
    yield { at, text: textOf(100, at + 1) }
  }
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += 30_000)))
    },
  })
}

function withTag(): Reply {
  const reply = Reply.body(200, "text/css", textOf(5_000))
  reply.headers = new ReplyHeaders().set("etag", '"five"').set("vary", "Accept")
  return reply
}

/** Every kind of body that a handler can give. */
export const bodies: Readonly<Record<string, (ctx: Context) => unknown>> = {
  object: () => ({ text: textOf(3_000), list: [1, 2, 3] }),
  array: () => Array.from({ length: 2_000 }, (_, at) => ({ id: at, name: textOf(10, at + 1) })),
  text: (ctx) => ctx.status(200).send(long),
  markup: () => html`<p>${textOf(5_000)}</p>`,
  bytes: () => Reply.body(200, "text/plain", new TextEncoder().encode(textOf(50_000))),
  error: (ctx) => ctx.status(422).json({ error: textOf(2_000) }),
  response: () => new Response(streamOf(long), { headers: { "content-type": "text/plain; charset=utf-8" } }),
  "response-with-length": () =>
    new Response(streamOf(textOf(5_000).replaceAll("ä", "a")), {
      headers: { "content-type": "text/plain", "content-length": "5000" },
    }),
  "texts-one-by-one": async function* () {
    for (let at = 0; at < 300; at++) yield textOf(100, at + 1)
  },
  "objects-one-by-one": lines,
  "with-tag": withTag,
  "no-items": async function* () {},
}

/** Lets `/ticks` go on by one piece. */
let go: () => void = () => undefined

class Bodies {
  routes() {
    return routes([
      ...Object.entries(bodies).map(([name, handler]) => get(`/${name}`, handler)),
      get("/ticks", this.ticks),
      post("/tick", this.tick),
      get("/events", this.events),
      get("/random/:seed", this.random),
      staticFiles("/files", join(import.meta.dirname, "../conformance/static")),
    ])
  }
  async *ticks() {
    for (let at = 0; at < 3; at++) {
      yield `piece ${at};`
      await new Promise<void>((next) => (go = next))
    }
  }
  tick() {
    go()
    return undefined
  }
  events() {
    return events(lines() as AsyncGenerator<{ data: unknown }>)
  }
  /** A body of up to 100,000 bytes, as text, bytes or stream. */
  random(ctx: Context<"/random/:seed">) {
    const seed = Number(ctx.param("seed"))
    const text = textOf((seed * 7_919) % 100_000, seed)
    const body = [text, new TextEncoder().encode(text), streamOf(text)][seed % 3] as string | Uint8Array
    return Reply.body(200, "text/plain; charset=utf-8", body)
  }
}

/** The application with all of them, compressed. */
export const BodiesModule = module({ name: "bodies", declarations: [Bodies] })
export const middlewares = [compress()]
