import { ShortBearerAuth } from "@trivet/auth"
import { type Context, get, group, module, provide, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { AppModule } from "../src/app-module.ts"
import { Settings, settingsOf } from "../src/settings.ts"
import { AuthModule } from "../src/users/auth-module.ts"
import { AuthorOnly } from "../src/posts/author-only.ts"
import { PostsModule } from "../src/posts/posts-module.ts"

class GatedController {
  routes() {
    return routes([group("/own", [ShortBearerAuth, AuthorOnly], [get("/:id", this.show)])])
  }
  show(ctx: Context<"/own/:id", "user_id" | "post">) {
    return {
      title: ctx.get("post").title,
      own: ctx.get("user_id"),
      email: ctx.get("user_email"),
      role: ctx.get("user_role"),
    }
  }
}

const TestModule = module({
  name: "test",
  imports: [AppModule, AuthModule, PostsModule],
  declarations: [GatedController],
})

let database: TestDatabase
let app: TestApp

beforeAll(async () => {
  database = await createTestDatabase()
  const settings = settingsOf({ DATABASE_URL: database.url, BCRYPT_COST: "4" })
  app = await createTestApp(TestModule, { provide: [provide(Settings, () => settings)] })
})
afterAll(async () => {
  await app?.stop()
  await database?.drop()
})

async function newMember(email: string) {
  const json = { email, password: "longenough", name: "Ada" }
  const { id } = (await app.request("POST", "/auth/register", { json })).json() as { id: string }
  const { token } = (await app.request("POST", "/auth/login", { json })).json() as { token: string }
  return { id, headers: { authorization: `Bearer ${token}` } }
}

describe("AuthorOnly", () => {
  it("lets a post's author through and nobody else", async () => {
    const [author, other] = [await newMember("a@blog.example"), await newMember("b@blog.example")]
    const json = { title: "T", content: "C" }
    const created = await app.request("POST", "/posts", { json, headers: author.headers })
    const { id } = created.json() as { id: string }
    const own = await app.request("GET", `/own/${id}`, { headers: author.headers })
    expect([own.status, own.json()]).toEqual([200, { title: "T", own: author.id, email: "a@blog.example" }])
    const refused = await app.request("GET", `/own/${id}`, { headers: other.headers })
    expect([refused.status, refused.json()]).toEqual([403, { error: "Forbidden" }])
    const unknown = await app.request("GET", "/own/nope", { headers: other.headers })
    expect([unknown.status, unknown.json()]).toEqual([404, { error: "Post not found" }])
    expect((await app.request("GET", `/own/${id}`)).json()).toEqual({ error: "Missing authorization" })
  })
})
