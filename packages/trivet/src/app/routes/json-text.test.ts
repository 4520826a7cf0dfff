import { describe, expect, it } from "vitest"
import { get } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { api } from "../../platform/api/api.ts"
import { createTestApp } from "../../testing/create-test-app.ts"

const values: Readonly<Record<string, () => unknown>> = {
  map: () => new Map(),
  "nested-map": () => ({ tags: new Map() }),
  "nested-bigint": () => ({ id: 7n }),
  "own-json": () => ({ at: { toJSON: () => "then" } }),
  twice: () => {
    const tag = { name: "a" }
    return [tag, tag]
  },
  throwing: () => ({
    get broken() {
      throw new Error("the getter failed")
    },
  }),
}

class Values {
  routes() {
    return Object.entries(values).map(([name, make]) => get(`/${name}`, make))
  }
}

async function ask(name: string, production: boolean) {
  const app = await createTestApp(module({ name: "values", declarations: [Values] }), {
    platform: api(),
    production,
  })
  const { status } = await app.request("GET", `/${name}`)
  const [line] = app.logs
  return [status, (line?.["err"] as { readonly message?: string } | undefined)?.message]
}

describe("jsonTextOf", () => {
  it("names the route and the part that has no JSON form", async () => {
    const said =
      "The handler of `GET /nested-map` returned an instance of `Map` in `tags`, which has no JSON form."
    expect(await ask("nested-map", false)).toEqual([500, expect.stringContaining(said)])
    expect(await ask("nested-bigint", false)).toEqual([500, expect.stringContaining("the bigint 7 in `id`")])
  })

  it("looks at the value itself in production too, and at its parts only where JSON fails", async () => {
    expect(await ask("map", true)).toEqual([500, expect.stringContaining("an instance of `Map`")])
    expect(await ask("nested-bigint", true)).toEqual([500, expect.stringContaining("the bigint 7 in `id`")])
    expect(await ask("nested-map", true)).toEqual([200, undefined])
  })

  it("takes what writes its own JSON, and the same object twice", async () => {
    expect(await ask("own-json", false)).toEqual([200, undefined])
    expect(await ask("twice", false)).toEqual([200, undefined])
  })

  it("leaves the error of a getter as it is", async () => {
    expect(await ask("throwing", false)).toEqual([500, "the getter failed"])
    expect(await ask("throwing", true)).toEqual([500, "the getter failed"])
  })
})
