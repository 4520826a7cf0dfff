import type { JsonSchema } from "trivet/extend"
import type { FormField, PageForm } from "../call/read-page.ts"
import { formsOf } from "../call/read-page.ts"
import { isPage } from "../call/http-reply.ts"
import { matchRoute } from "../call/match-route.ts"
import type { Exchange } from "../call/session.ts"
import { type FuzzRoute, routeTitle } from "../target/fuzz-target.ts"

/** The schema of a route's body, and how it is sent. */
export interface BodyShape {
  readonly schema: JsonSchema
  readonly encoding: "json" | "form"
  /** The fields of a form that take files, which may be left out. They are not in the schema. */
  readonly files?: readonly string[]
}

/** The bodies of all known routes, by title: from `accepts`, and from forms of pages. */
export class BodyShapes {
  readonly #known = new Map<string, BodyShape>()

  constructor(routes: readonly FuzzRoute[]) {
    for (const route of routes) {
      const schema = route.accepts.body
      if (schema !== undefined) this.#known.set(routeTitle(route), { schema, encoding: "json" })
    }
  }

  find(route: Pick<FuzzRoute, "method" | "path">): BodyShape | undefined {
    return this.#known.get(routeTitle(route))
  }

  /** Learns the forms of a page. */
  learn({ reply, ready }: Exchange, routes: readonly FuzzRoute[]): void {
    if (reply === undefined || !isPage(reply) || reply.status >= 400) return
    for (const form of formsOf(reply.text)) {
      if (form.method !== "POST") continue
      const route = matchRoute(routes, "POST", form.action || ready.target)?.route
      if (route !== undefined && !this.#known.has(routeTitle(route)))
        this.#known.set(routeTitle(route), shapeOf(form))
    }
  }
}

function shapeOf(form: PageForm): BodyShape {
  const files = form.fields.filter(({ type }) => type === "file").map(({ name }) => name)
  return { schema: schemaOf(form), encoding: "form", ...(files.length > 0 && { files }) }
}

function schemaOf({ fields }: PageForm): JsonSchema {
  const named = fields.filter(({ type }) => type !== "button" && type !== "file" && type !== "submit")
  return {
    type: "object",
    properties: Object.fromEntries(named.map((field) => [field.name, fieldSchema(field)])),
    required: named.filter(({ type }) => type !== "checkbox").map(({ name }) => name),
  }
}

function fieldSchema({ type, value }: FormField): JsonSchema {
  if (type === "email") return { type: "string", format: "email" }
  if (type === "number") return { type: "integer", minimum: 0, maximum: 1000 }
  if (type === "checkbox" || type === "radio" || type === "hidden") return { const: value || "on" }
  return { type: "string", minLength: type === "password" ? 12 : 1 }
}
