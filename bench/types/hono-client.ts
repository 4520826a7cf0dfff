import { honoChains } from "./hono-chains.ts"
import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"

/** Hono as in its other shape, with a call of every route through one `hc`, as its guide has it. */
export const honoClient: Shape = {
  name: "Hono, client",
  id: "hono-client",
  ours: false,
  callsAll: true,
  compilerOptions: {},
  files(routeCount) {
    const calls = planModules(routeCount).flatMap(({ name, controllers }) =>
      controllers.map((one) => [`${name}/${one.name}-calls.ts`, callsOf(one)] as const),
    )
    return new Map([...honoChains.files(routeCount), ["client.ts", client], ...calls])
  },
  mistake: {
    file: "area0/items0-calls.ts",
    from: "(await shown.json()).title",
    to: "(await shown.json()).titel",
    message: "'titel' does not exist",
  },
  typed: [
    { text: "mine.", closed: "", names: ["$url", "$path", "$get", "$post", ":id"] },
    { text: 'mine[":id"].$get({ param: { ', closed: " } })", names: ["org", "id"] },
  ],
}

const client = `import { hc } from "hono/client"
import type { App } from "./main.ts"

export const client = hc<App>("http://localhost")
`

function callsOf({ name, title }: PlannedController): string {
  return `import { client } from "../client.ts"

export async function call${title}() {
  const org = "o"
  const param = { org, id: "1" }
  const all = client.${name}
  const mine = client.orgs[":org"].${name}
  const listed = await mine.$get({ param: { org } })
  const shown = await all[":id"].$get({ param: { id: "1" } })
  const title = shown.status === 200 ? (await shown.json()).title : (await shown.json()).error
  const created = await mine.$post({ param: { org }, json: { title, email: "a@b.example", count: 1 } })
  const body = await created.json()
  const updated = await mine[":id"].$put({ param, json: { title: "title" in body ? body.title : "", published: true } })
  const removed = await mine[":id"].$delete({ param })
  const found = await all.$get()
  const peeked = await mine[":id"].$get({ param })
  const version = await all[":id"].history[":version"].$get({ param: { id: "1", version: "2" } })
  const file = await all[":id"].files["*"].$get({ param: { id: "1" } })
  const tagged = await mine[":id"].tags[":tag"].$post({ param: { ...param, tag: "t" } })
  return [listed, updated, removed, found, peeked, version, file, tagged].map(({ status, body }) => [status, body])
}
`
}
