// Six different mistakes in one application: whoever mends them should have to start it once, not six times.
import { createApp, get, inject, module, provide } from "trivet"
import { api } from "trivet/api"

class Mailer {
  send(text: string) {
    return text.length
  }
}

class UsersService {
  readonly #posts = inject(PostsService)
  readonly name = "Ada"

  count() {
    return this.#posts.count()
  }
}
const UsersModule = module({
  name: "users",
  exports: () => [UsersService],
  declarations: () => [UsersService, PostsService],
})

class PostsService {
  readonly #users = inject(UsersService) // SERVICE_CYCLE

  count() {
    return this.#users.name.length
  }
}

class Database {
  query() {
    return [1]
  }
}

class NewsController {
  readonly #mailer = inject(Mailer) // TOKEN_MISSING
  readonly #posts = inject(PostsService) // TOKEN_NOT_EXPORTED
  readonly #db = inject(Database)

  routes() {
    return [
      get("news", () => this.#posts.count()), // PATH_WITHOUT_SLASH
      get("/mails/:id", () => this.#mailer.send("")),
      get("/mails/:name", () => this.#db.query()), // ROUTE_CONFLICT
    ]
  }
}

const AppModule = module({
  name: "app",
  imports: [UsersModule],
  declarations: [
    NewsController,
    // @ts-expect-error a promise of a database is not a database
    provide(Database, () => Promise.resolve(new Database())), // PROVIDER_ASYNC
  ],
})

await createApp(AppModule, { platform: api() })
