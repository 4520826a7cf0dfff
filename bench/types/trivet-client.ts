import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"
import { trivetContracts } from "./trivet-contracts.ts"

/** Trivet's contracts and their controllers, and a client that calls every route. */
export const trivetClient: Shape = {
  name: "Trivet, client",
  id: "trivet-client",
  ours: true,
  callsAll: true,
  compilerOptions: {},
  files(routeCount) {
    const calls = planModules(routeCount).flatMap(({ name, controllers }) =>
      controllers.map((one) => [`${name}/${one.name}-calls.ts`, callsOf(one)] as const),
    )
    return new Map([...trivetContracts.files(routeCount), ...calls])
  },
  mistake: {
    file: "area0/items0-calls.ts",
    from: "shown.body.title",
    to: "shown.body.titel",
    message: "'titel' does not exist",
  },
  typed: [
    { text: "mine.", closed: "", names: ["index", "show", "create", "update", "delete"] },
    { text: "mine.show({ params: { ", closed: " } })", names: ["org", "id"] },
  ],
}

function callsOf({ name, title }: PlannedController): string {
  return `import { createClient } from "trivet/client"
import { ${title}Contract, ${title}Resource } from "./${name}-contract.ts"

const options = { url: "http://localhost" }
const mine = createClient(${title}Resource, options)
const all = createClient(${title}Contract, options)

export async function call${title}() {
  const org = "o"
  const params = { org, id: "1" }
  const listed = await mine.index({ params: { org }, query: { limit: 1 } })
  const shown = await mine.show({ params })
  const title = shown.status === 200 ? shown.body.title : shown.status === 404 ? shown.body.error : ""
  const created = await mine
    .create({ params: { org }, body: { title, email: "a@b.example", count: 1 } })
    .orThrow()
  const updated = await mine.update({ params, body: { title: created.body.title, published: true } })
  const removed = await mine.delete({ params })
  const found = await all.search({ query: { limit: 1 } })
  const peeked = await all.peek({ params: { id: created.body.id } })
  const version = await all.version({ params: { id: "1", version: "2" } })
  const file = await all.file({ params: { id: "1", "*": "a/b" } })
  const tagged = await all.tag({ params: { ...params, tag: "t" }, body: { title } })
  return [listed, updated, removed, found, peeked, version, file, tagged].map(({ status, body }) => [status, body])
}
`
}
