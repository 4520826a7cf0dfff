import type { ContractRecord } from "./contract.ts"

/** Further fields for each of the five records of `resource()`, such as `accepts` and `returns`. */
export type ResourceOptions = {
  readonly [Handler in "index" | "show" | "create" | "update" | "delete"]?: Omit<
    ContractRecord,
    "method" | "path"
  >
}

type OptionsOf<Options, Handler> = Handler extends keyof Options ? Options[Handler] : {}

/** The contract that `resource()` makes: five records. */
export type Resource<Name extends string, Options> = {
  readonly index: { readonly method: "GET"; readonly path: `/${Name}` } & OptionsOf<Options, "index">
  readonly show: { readonly method: "GET"; readonly path: `/${Name}/:id` } & OptionsOf<Options, "show">
  readonly create: { readonly method: "POST"; readonly path: `/${Name}` } & OptionsOf<Options, "create">
  readonly update: { readonly method: "PUT"; readonly path: `/${Name}/:id` } & OptionsOf<Options, "update">
  readonly delete: { readonly method: "DELETE"; readonly path: `/${Name}/:id` } & OptionsOf<Options, "delete">
}

/**
 * Makes the contract of a collection. `resource("posts")` has the records `index` (GET `/posts`), `show` (GET
 * `/posts/:id`), `create` (POST `/posts`), `update` (PUT `/posts/:id`) and `delete` (DELETE `/posts/:id`). `options` adds
 * fields to them.
 */
export function resource<const Name extends string, const Options extends ResourceOptions = {}>(
  name: Name,
  options?: Options,
): Resource<Name, Options> {
  const collection = `/${name}`
  const member = `${collection}/:id`
  return {
    index: { method: "GET", path: collection, ...options?.index },
    show: { method: "GET", path: member, ...options?.show },
    create: { method: "POST", path: collection, ...options?.create },
    update: { method: "PUT", path: member, ...options?.update },
    delete: { method: "DELETE", path: member, ...options?.delete },
  } as Resource<Name, Options>
}
