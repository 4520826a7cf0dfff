import type { NewModule } from "../find-conflict.ts"
import type { ModuleNames } from "../names/module-names.ts"
import type { NewFile } from "./plain-files.ts"
import { dtoText, serviceText, type TableOf, tableText } from "./store-files.ts"
import { resourceTest } from "./resource-test.ts"
import type { Surroundings } from "../surroundings.ts"

/** A module with the five handlers of a resource and its own table; the migration is separate. */
export function resourceFiles(
  names: ModuleNames,
  around: Surroundings,
  { migration, isOwned }: TableOf,
): readonly NewFile[] {
  const { name } = names
  return [
    { path: `${name}-module.ts`, text: moduleText(names, around) },
    { path: `${name}-dto.ts`, text: dtoText(names) },
    { path: `${name}-contract.ts`, text: contractText(names, around, isOwned) },
    { path: `${name}-controller.ts`, text: controllerText(names, around, isOwned) },
    { path: `${name}-service.ts`, text: serviceText(names, around, isOwned) },
    { path: `${name}-table.ts`, text: tableText(names, around, { migration, isOwned }) },
    { path: `${name}.test.ts`, text: resourceTest(names, around, isOwned) },
  ]
}

/** The routes of a resource. */
export function resourceRoutes(name: string): NewModule["routes"] {
  const ofAll = ["GET", "POST"].map((method) => ({ method, path: `/${name}` }))
  return [...ofAll, ...["GET", "PUT", "DELETE"].map((method) => ({ method, path: `/${name}/:id` }))]
}

function moduleText(names: ModuleNames, { credentials, databaseModule }: Surroundings): string {
  const { name, pascal, words } = names
  const guarded = credentials !== undefined
  return `import { module } from "trivet"
${guarded ? `import { CredentialsModule } from "${credentials}"\n` : ""}import { DatabaseModule } from "${databaseModule}"
import { ${pascal}Controller } from "./${name}-controller.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** What has to do with ${words}. */
export const ${pascal}Module = module({
  name: "${name}",
  imports: [${guarded ? "CredentialsModule, " : ""}DatabaseModule],
  declarations: [${pascal}Controller, ${pascal}Service],
})
`
}

function contractText(names: ModuleNames, { errorBody }: Surroundings, isOwned: boolean): string {
  const { name, one, words, oneWords, aOne } = names
  const shared = errorBody === undefined ? "" : `import { ErrorBody } from "${errorBody}"\n`
  const own = errorBody === undefined ? `\nconst ErrorBody = dto({ error: "required" })\n` : ""
  return `import { contract, ${own === "" ? "" : "dto, "}paged, resource } from "trivet"
${shared}import { Create${one}DTO, ${one}, Update${one}DTO } from "./${name}-dto.ts"
${own}
/** The five routes of a collection: GET and POST /${name}, GET, PUT and DELETE /${name}/:id. */
export const ${names.contract} = contract(
  resource("${name}", {
    index: { ...paged(${one}), summary: "${isOwned ? "My" : "All"} ${words}, the newest first" },
    show: { returns: { 200: ${one}, 404: ErrorBody }, summary: "One ${isOwned ? `of my ${words}` : oneWords}" },
    create: {
      accepts: { body: Create${one}DTO },
      returns: { 201: ${one}, 400: ErrorBody },
      summary: "A new ${oneWords}",
    },
    update: {
      accepts: { body: Update${one}DTO },
      returns: { 200: ${one}, 400: ErrorBody, 404: ErrorBody },
      summary: "Replace ${aOne}",
    },
    delete: { returns: { 204: null, 404: ErrorBody }, summary: "Remove ${aOne}" },
  }),
)
`
}

function controllerText(names: ModuleNames, { credentials }: Surroundings, isOwned: boolean): string {
  const { name, pascal, field, contract: Contract, oneCamel, words, oneWords } = names
  const isGuarded = credentials !== undefined
  const guard = isGuarded
    ? `    // ${isOwned ? `BearerAuth provides "user_id": the owner, for whom every query of the service asks.` : `Every signed-in user reads, changes and deletes all ${words}.`}
    const all = [BearerAuth] as const`
    : `    // Public on purpose. Put a guard here if it is not.
    const all = [anyone] as const`
  const context = (handler: string) =>
    `ctx: Context<typeof ${Contract}.${handler}${isOwned ? `, "user_id"` : ""}>`
  const more = isOwned ? `, ctx.get("user_id")` : ""
  return `${isGuarded ? `import { BearerAuth } from "@trivet/auth"\n` : ""}import { ${isGuarded ? "" : "anyone, "}type Context, implement, inject, PublicError } from "trivet"
import { ${Contract} } from "./${name}-contract.ts"
import { ${pascal}Service } from "./${name}-service.ts"

/** Answers \`/${name}\`${isOwned ? ", to each user with their own" : ""}. */
export class ${pascal}Controller {
  readonly #${field} = inject(${pascal}Service)

  routes() {
${guard}
    return implement(${Contract}, this, { index: all, show: all, create: all, update: all, delete: all })
  }

  index(${context("index")}) {
    return this.#${field}.list(ctx.input("query")${more})
  }

  async show(${context("show")}) {
    const ${oneCamel} = await this.#${field}.find(ctx.param("id")${more})
    return ${oneCamel} ?? notFound()
  }

  async create(${context("create")}) {
    return ctx.status(201).json(await this.#${field}.create(await ctx.bind()${more}))
  }

  async update(${context("update")}) {
    const ${oneCamel} = await this.#${field}.update(ctx.param("id"), await ctx.bind()${more})
    return ${oneCamel} ?? notFound()
  }

  async delete(${context("delete")}) {
    if (!(await this.#${field}.delete(ctx.param("id")${more}))) notFound()
    return undefined
  }
}

function notFound(): never {
  throw new PublicError(404, "No such ${oneWords}")
}
`
}
