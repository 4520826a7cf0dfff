import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"

/**
 * oRPC, contract first: contracts, their handlers, and a client that calls every route. Its schemas are `type<T>()`, which
 * check nothing and are its cheapest ones; there is no middleware.
 */
export const orpcClient: Shape = {
  name: "oRPC, client",
  id: "orpc-client",
  ours: false,
  callsAll: true,
  compilerOptions: {},
  files(routeCount) {
    const modules = planModules(routeCount)
    const controllers = modules.flatMap(({ name: area, controllers: all }) =>
      all.map((one) => ({ ...one, area })),
    )
    const written = controllers.flatMap((one) => [
      [`${one.area}/${one.name}-contract.ts`, contract(one)] as const,
      [`${one.area}/${one.name}-controller.ts`, handlers(one)] as const,
      [`${one.area}/${one.name}-calls.ts`, callsOf(one)] as const,
    ])
    const list = (suffix: string, folder: string) =>
      controllers
        .map(
          ({ area, name }) => `import { ${name} as ${name}${suffix} } from "./${area}/${name}-${folder}.ts"`,
        )
        .join("\n")
    const record = (suffix: string) =>
      controllers.map(({ name }) => `  ${name}: ${name}${suffix},`).join("\n")
    return new Map([
      ["main.ts", `${list("Router", "controller")}\n\nexport const router = {\n${record("Router")}\n}\n`],
      [
        "contract.ts",
        `${list("Contract", "contract")}\n\nexport const contract = {\n${record("Contract")}\n}\n`,
      ],
      ["client.ts", client],
      ...written,
    ])
  },
  mistake: {
    file: "area0/items0-calls.ts",
    from: "data.title",
    to: "data.titel",
    message: "'titel' does not exist",
  },
  typed: [
    {
      text: "all.",
      closed: "",
      names: ["index", "show", "create", "update", "delete", "search", "peek", "version", "file", "tag"],
    },
    { text: "all.show({ ", closed: " })", names: ["org", "id"] },
  ],
}

const client = `import { createORPCClient } from "@orpc/client"
import { RPCLink } from "@orpc/client/fetch"
import type { ContractRouterClient } from "@orpc/contract"
import type { contract } from "./contract.ts"

export const client: ContractRouterClient<typeof contract> = createORPCClient(
  new RPCLink({ url: "http://localhost" }),
)
`

function contract({ name, title }: PlannedController): string {
  const mine = `/orgs/{org}/${name}`
  return `import { oc, type } from "@orpc/contract"

interface ${title} {
  id: string
  title: string
}
interface Change${title} {
  title: string
  published?: boolean
}

export const ${name} = {
  index: oc
    .route({ method: "GET", path: "${mine}" })
    .input(type<{ org: string; limit?: number; cursor?: string }>())
    .output(type<{ id: string; org: string; limit: number }[]>()),
  show: oc
    .route({ method: "GET", path: "${mine}/{id}" })
    .input(type<{ org: string; id: string }>())
    .output(type<${title}>())
    .errors({ NOT_FOUND: { data: type<{ error: string }>() } }),
  create: oc
    .route({ method: "POST", path: "${mine}" })
    .input(type<{ org: string; title: string; email: string; count?: number }>())
    .output(type<${title}>()),
  update: oc
    .route({ method: "PUT", path: "${mine}/{id}" })
    .input(type<{ org: string; id: string } & Change${title}>())
    .output(type<{ id: string; title: string; published: boolean }>()),
  delete: oc.route({ method: "DELETE", path: "${mine}/{id}" }).input(type<{ org: string; id: string }>()),
  search: oc
    .route({ method: "GET", path: "/${name}" })
    .input(type<{ limit?: number; cursor?: string }>())
    .output(type<{ id: string; limit: number }[]>()),
  peek: oc.route({ method: "GET", path: "/${name}/{id}" }).input(type<{ id: string }>()).output(type<${title}>()),
  version: oc
    .route({ method: "GET", path: "/${name}/{id}/history/{version}" })
    .input(type<{ id: string; version: string }>())
    .output(type<{ id: string; version: string }>()),
  file: oc
    .route({ method: "GET", path: "/${name}/{id}/files/{+path}" })
    .input(type<{ id: string; path: string }>())
    .output(type<{ id: string; path: string }>()),
  tag: oc
    .route({ method: "POST", path: "${mine}/{id}/tags/{tag}" })
    .input(type<{ org: string; id: string; tag: string } & Change${title}>())
    .output(type<{ id: string; tag: string; title: string }>()),
}
`
}

function handlers({ name, title }: PlannedController): string {
  return `import { implement } from "@orpc/server"
import { ${name} as contract } from "./${name}-contract.ts"

const os = implement(contract)

export const ${name} = os.router({
  index: os.index.handler(({ input }) => [{ id: input.cursor ?? "", org: input.org, limit: input.limit ?? 100 }]),
  show: os.show.handler(({ input, errors }) => {
    if (input.id === "") throw errors.NOT_FOUND({ data: { error: "Not found" } })
    return { id: input.id, title: input.org }
  }),
  create: os.create.handler(({ input }) => ({ id: input.email, title: input.title })),
  update: os.update.handler(({ input }) => ({
    id: input.id,
    title: input.title,
    published: input.published ?? false,
  })),
  delete: os.delete.handler(({ input }) => console.log(input.id)),
  search: os.search.handler(({ input }) => [{ id: "1", limit: input.limit ?? 100 }]),
  peek: os.peek.handler(({ input }) => ({ id: input.id, title: "${title}" })),
  version: os.version.handler(({ input }) => ({ id: input.id, version: input.version })),
  file: os.file.handler(({ input }) => ({ id: input.id, path: input.path })),
  tag: os.tag.handler(({ input }) => ({ id: input.id, tag: input.tag, title: input.title })),
})
`
}

function callsOf({ name, title }: PlannedController): string {
  return `import { safe } from "@orpc/client"
import { client } from "../client.ts"

export async function call${title}() {
  const org = "o"
  const params = { org, id: "1" }
  const all = client.${name}
  const listed = await all.index({ org, limit: 1 })
  const { error, data, isDefined } = await safe(all.show(params))
  const title = isDefined ? error.data.error : error === null ? data.title : ""
  const created = await all.create({ org, title, email: "a@b.example", count: 1 })
  const updated = await all.update({ ...params, title: created.title, published: true })
  const removed: unknown = await all.delete(params)
  const found = await all.search({ limit: 1 })
  const peeked = await all.peek({ id: created.id })
  const version = await all.version({ id: "1", version: "2" })
  const file = await all.file({ id: "1", path: "a/b" })
  const tagged = await all.tag({ ...params, tag: "t", title })
  return [listed, updated, removed, found, peeked, version, file, tagged]
}
`
}
