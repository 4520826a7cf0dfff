import { type Context, Fault, get, module, PublicError, routes } from "../../../src/index.ts"

class PostsStore {
  find(id: string): { readonly title: string } {
    try {
      return this.query(`select title from posts where id = '${id}'`)
    } catch (error) {
      throw new Error(`The post ${id} cannot be read`, { cause: error })
    }
  }

  query(statement: string): never {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432")
    throw Object.assign(new Error(`The database is unavailable: ${statement}`, { cause }), {
      code: "ECONNREFUSED",
    })
  }
}

/** A site on which everything goes wrong. */
class FailingSite {
  readonly #posts = new PostsStore()

  routes() {
    return routes([
      get("/posts/:id", this.show),
      get("/fault", this.fault),
      get("/hostile", this.hostile),
      get("/text", this.text),
      get("/loop", this.loop),
      get("/several", this.several),
      get("/public", this.publicly),
    ])
  }

  async show(ctx: Context<"/posts/:id">) {
    const post = this.#posts.find(ctx.param("id"))
    return { title: post.title }
  }

  fault() {
    throw new Fault("NEXT_CALLED_TWICE", { middleware: "Guard" })
  }

  hostile(ctx: Context) {
    throw new Error(ctx.query("message"))
  }

  text() {
    // oxlint-disable-next-line typescript/only-throw-error -- what a careless handler may do
    throw "only a text"
  }

  loop() {
    const error = new Error("round")
    error.cause = error
    throw error
  }

  several() {
    throw new AggregateError([new Error("the first"), new TypeError("the second")], "Two at once")
  }

  publicly() {
    throw new PublicError(503, "Come back later", { cause: new Error("the secret cause") })
  }
}

export const FailingModule = module({ name: "failing", declarations: [FailingSite] })
