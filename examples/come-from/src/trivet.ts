import { type Context, del, dto, get, inject, module, post, PublicError, put, routes } from "trivet"
import type { Middleware, Next } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Books } from "./books.ts"

const NewBook = dto({ title: "required,max=200", author: "required,max=100", year: "integer" })

class RequireToken implements Middleware {
  handle(ctx: Context, next: Next) {
    return ctx.header("authorization") === "Bearer letmein"
      ? next()
      : ctx.status(401).json({ error: "Unauthorized" })
  }
}

class BooksController {
  readonly #books = inject(Books)

  routes() {
    return routes([
      get("/books", this.index),
      get("/books/:id", this.show),
      get("/loans", this.loans),
      post("/books", this.create, { middlewares: [RequireToken] }),
      put("/books/:id", this.update, { middlewares: [RequireToken] }),
      del("/books/:id", this.remove, { middlewares: [RequireToken] }),
    ])
  }

  index(ctx: Context<"/books">) {
    return this.#books.list(ctx.query("author"))
  }

  show(ctx: Context<"/books/:id">) {
    return this.#books.find(ctx.param("id")) ?? notFound()
  }

  async create(ctx: Context<"/books">) {
    return ctx.status(201).json(this.#books.add(await ctx.bind(NewBook)))
  }

  async update(ctx: Context<"/books/:id">) {
    return this.#books.replace(ctx.param("id"), await ctx.bind(NewBook)) ?? notFound()
  }

  remove(ctx: Context<"/books/:id">) {
    if (!this.#books.remove(ctx.param("id"))) notFound()
  }

  loans() {
    return this.#books.loans()
  }
}

function notFound(): never {
  throw new PublicError(404, "Not Found")
}

await serve(module({ name: "books", declarations: [BooksController, Books] }), { platform: api() })
