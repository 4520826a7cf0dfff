import type { ContractRecord } from "./contract.ts"

/** What may be said of each of a resource's five records. */
export type ResourceOptions = {
  readonly [Handler in "index" | "show" | "create" | "update" | "delete"]?: Omit<
    ContractRecord,
    "method" | "path"
  >
}

type OptionsOf<Options, Handler> = Handler extends keyof Options ? Options[Handler] : {}

/** The contract of a collection: five handlers under one path. */
export type Resource<Name extends string, Options> = {
  readonly index: { readonly method: "GET"; readonly path: `/${Name}` } & OptionsOf<Options, "index">
  readonly show: { readonly method: "GET"; readonly path: `/${Name}/:id` } & OptionsOf<Options, "show">
  readonly create: { readonly method: "POST"; readonly path: `/${Name}` } & OptionsOf<Options, "create">
  readonly update: { readonly method: "PUT"; readonly path: `/${Name}/:id` } & OptionsOf<Options, "update">
  readonly delete: { readonly method: "DELETE"; readonly path: `/${Name}/:id` } & OptionsOf<Options, "delete">
}

/**
 * The contract of the five-handler convention: `resource("posts")` has index, show, create, update and delete.
 * Update replaces (PUT).
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
