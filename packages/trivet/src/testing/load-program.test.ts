import { describe, expect, it } from "vitest"
import { createApp } from "../engine/create-app.ts"
import { provide } from "../inject/provider.ts"
import { token } from "../inject/token.ts"
import { inject } from "../inject/inject.ts"
import { get, routes } from "../module/routes/make-route.ts"
import { module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import { serve } from "../engine/node/serve.ts"
import { createTestApp } from "./create-test-app.ts"

const Name = token<string>("Name")

class HelloController {
  readonly #name = inject(Name)

  routes() {
    return routes([get("/hello", () => ({ hello: this.#name }))])
  }
}
const App = module({ name: "app", declarations: [HelloController] })
const options = { platform: api(), provide: [provide(Name, () => "Ada")] }

describe("createTestApp", () => {
  it("builds the application with the options of the program, which does not go on", async () => {
    let wentOn = false
    const program = async () => {
      await serve(App, { ...options, port: 1 })
      wentOn = true
    }
    const app = await createTestApp(program)
    expect((await app.request("GET", "/hello")).json()).toEqual({ hello: "Ada" })
    await app.stop()
    expect(wentOn).toBe(false)
  })

  it("lets the test's own options take precedence", async () => {
    const app = await createTestApp(() => createApp(App, options), {
      provide: [provide(Name, () => "Bob")],
    })
    expect((await app.request("GET", "/hello")).json()).toEqual({ hello: "Bob" })
    await app.stop()
  })

  it("rejects a program that fails, and one that creates no application", async () => {
    await expect(createTestApp(() => Promise.reject(new Error("no database")))).rejects.toThrow("no database")
    await expect(createTestApp(async () => undefined)).rejects.toMatchObject({ code: "OPTION_INVALID" })
    // Another application is not taken for the program's.
    const app = await createApp(App, options)
    await app.stop()
  })
})
