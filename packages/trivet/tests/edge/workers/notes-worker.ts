import {
  config,
  type Context,
  createApp,
  del,
  dto,
  events,
  get,
  inject,
  module,
  type OutputOf,
  provide,
  put,
  routes,
  token,
} from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"

/** The part of a KV binding that is used here. */
interface Store {
  get(key: string): Promise<string | null>
  put(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
}

interface Env {
  readonly GREETING: string
  readonly LIMIT: number
  readonly NOTES: Store
}

const SettingsDTO = dto({ GREETING: "required", LIMIT: "integer,default=3" })
const Settings = token<OutputOf<typeof SettingsDTO>>("Settings")
const Notes = token<Store>("Notes")

const pause = (milliseconds: number) => new Promise((go) => setTimeout(go, milliseconds))

/** Counts how often each hook ran in this isolate. */
class Hooked {
  readonly #notes = inject(Notes)
  readonly counts = { started: 0, served: 0 }

  async onStart() {
    await pause(1)
    this.counts.started++
  }
  async onServe() {
    await this.#notes.put("served", "yes")
    this.counts.served++
  }
}

class NotesController {
  readonly #hooked = inject(Hooked)
  readonly #notes = inject(Notes)
  readonly #settings = inject(Settings)

  routes() {
    return routes([
      get("/facts", this.facts),
      get("/notes/:key", this.show),
      put("/notes/:key", this.save),
      del("/notes/:key", this.remove),
      get("/done/:key", this.done),
      get("/done-fails", this.doneFails),
      get("/pieces/:key", this.pieces),
      get("/events", this.events),
      get("/endless/:key", this.endless),
    ])
  }

  async facts(ctx: Context) {
    const served = await this.#notes.get("served")
    return { ...this.#hooked.counts, ...this.#settings, served_noted: served, address: ctx.address }
  }
  async show(ctx: Context<"/notes/:key">) {
    return { value: await this.#notes.get(ctx.param("key")) }
  }
  async save(ctx: Context<"/notes/:key">) {
    await this.#notes.put(ctx.param("key"), new TextDecoder().decode(await ctx.request().body()))
  }
  async remove(ctx: Context<"/notes/:key">) {
    await this.#notes.delete(ctx.param("key"))
  }
  /** Works on for a while after its reply. */
  done(ctx: Context<"/done/:key">) {
    ctx.onDone(async ({ status, aborted }) => {
      await pause(200)
      await this.#notes.put(ctx.param("key"), `${status} ${aborted}`)
    })
    return { replied: true }
  }
  doneFails(ctx: Context) {
    ctx.onDone(() => Promise.reject(new Error("this listener rejects")))
    return { replied: true }
  }
  pieces(ctx: Context<"/pieces/:key">) {
    ctx.onDone(({ aborted }) => this.#notes.put(ctx.param("key"), `aborted: ${aborted}`))
    return (async function* () {
      for (const piece of ["one ", "two ", "three"]) {
        await pause(20)
        yield piece
      }
    })()
  }
  events() {
    return events(
      (async function* () {
        for (let id = 1; id <= 3; id++) {
          await pause(20)
          yield { id: String(id), data: { id } }
        }
      })(),
    )
  }
  endless(ctx: Context<"/endless/:key">) {
    const key = ctx.param("key")
    ctx.onDone(({ aborted }) => this.#notes.put(`${key}-done`, `aborted: ${aborted}`))
    ctx.signal.addEventListener("abort", () => void this.#notes.put(`${key}-signal`, "aborted"))
    return this.#endless(key)
  }
  async *#endless(key: string) {
    try {
      for (;;) {
        await pause(10)
        yield "more "
      }
    } finally {
      await this.#notes.put(`${key}-source`, "closed")
    }
  }
}

const App = module({ name: "notes", declarations: [Hooked, NotesController] })

export default {
  fetch: toFetch((env: Env) =>
    createApp(App, {
      platform: api(),
      provide: [
        provide(Settings, () => config(SettingsDTO, { environment: env })),
        provide(Notes, () => env.NOTES),
      ],
    }),
  ),
}
