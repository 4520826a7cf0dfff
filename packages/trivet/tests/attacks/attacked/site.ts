import {
  type Context,
  cors,
  createApp,
  createJsonLog,
  dto,
  get,
  module,
  post,
  routes,
  securityHeaders,
} from "../../../src/index.ts"
import { serve, type Served } from "../../../src/node.ts"
import { flash, html, readForm, redirect, render, type View, web } from "../../../src/web.ts"

const Note = dto({ title: "required,min=2", count: "integer", pinned: "boolean" })

const formView: View<{ readonly input: object; readonly errors: object }> = ({ input, errors }, page) =>
  html`<pre title="${JSON.stringify(input)}">${JSON.stringify(errors)}</pre>
    ${page.flash.map(({ kind, text }) => html`<p class="${kind}">${text}</p>`)}`

const cookieView: View<{ readonly cookies: unknown }> = ({ cookies }) =>
  html`<pre>${JSON.stringify(cookies)}</pre>`

/** A careless site: it gives back what it was sent, in each place where a site may do so. */
class Site {
  routes() {
    return routes([
      get("/", () => ({ input: {}, errors: {} }), { view: formView }),
      get("/cookies", this.cookies, { view: cookieView }),
      get("/go", (ctx) => redirect(ctx.query("to"))),
      get("/header", this.header, { view: cookieView }),
      post("/flash", this.flash),
      post("/notes", this.create),
      post("/login", this.login),
      get("/who", this.who),
      post("/bind", (ctx: Context) => ctx.bind(Note)),
    ])
  }
  cookies(ctx: Context) {
    const names = ctx.query("names").split(",")
    return { cookies: names.map((name) => [name, ctx.cookie(name)]) }
  }
  header(ctx: Context) {
    ctx.response().setHeader("x-echo", ctx.query("value"))
    return { cookies: [] }
  }
  async flash(ctx: Context) {
    const { text } = await ctx.bind(dto({ text: "" }))
    flash(ctx, { kind: "info", text: text ?? "" })
    return redirect("/")
  }
  async create(ctx: Context) {
    const form = await readForm(ctx, Note)
    return form.ok
      ? redirect(`/#${encodeURIComponent(form.value.title)}`)
      : render(formView, form, { status: 422 })
  }
  login(ctx: Context) {
    ctx.setCookie("session_id", "secret")
    ctx.setCookie("theme", "dark", { maxAge: 60 })
    flash(ctx, { kind: "success", text: "Welcome" })
    return redirect("/")
  }
  who(ctx: Context) {
    return { address: ctx.address, secure: ctx.secure }
  }
}

/** Serves the site on a port of the system's choice. */
export async function serveSite(production: boolean): Promise<Served> {
  const app = await createApp(module({ name: "site", declarations: [Site] }), {
    platform: web(),
    production,
    middlewares: [cors({ origin: "https://good.example", credentials: true }), securityHeaders()],
    log: createJsonLog({ write: () => undefined }),
  })
  return serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
}
