import type { HandlerRead, SerializedApp, SerializedRoute } from "../../inspect/report.ts"
import { type Found, placeOf, type Rule, titleOf } from "../rule.ts"

/** A schema of parameters that the path does not contain. */
export const paramsNotInPath: Rule = {
  code: "PARAMS_NOT_IN_PATH",
  finds: "an `accepts.params` with a name that is not in the path",
  find: (app) =>
    app.routes.flatMap((route) => {
      const { properties = [], required = [] } = route.accepts["params"] ?? {}
      const missing = properties.find((name) => !parameterNamesOf(route).includes(name))
      if (missing === undefined) return []
      const refused = required.includes(missing) ? "every request is rejected with 400" : "it is never set"
      return [
        {
          subject: titleOf(route),
          message: `\`accepts.params\` of \`${titleOf(route)}\` names \`${missing}\`, which its path does not have: ${refused}.`,
          where: placeOf(route),
          fix: `Give the parameter one name in both places: ${
            parameterNamesOf(route)
              .map((name) => `\`:${name}\``)
              .join(", ") || "the path has none"
          }.`,
        },
      ]
    }),
}

/** A handler that reads a parameter that its path does not contain. */
export const parameterUnknown: Rule = {
  code: "PARAMETER_UNKNOWN",
  finds: "a handler that reads a parameter that is not in its path",
  find: (app) =>
    readings(app, "param", (route, name) =>
      parameterNamesOf(route).includes(name)
        ? undefined
        : {
            message: `The handler of \`${titleOf(route)}\` reads the parameter \`${name}\`, which its path does not have: it is always empty.`,
            fix: `Read one that the path has (${parameterNamesOf(route).join(", ") || "it has none"}), or change the path. With \`get("…", this.${route.handler})\` the compiler finds this.`,
          },
    ),
}

/** A handler that reads a context value that none of its middlewares provides. */
export const valueNeverProvided: Rule = {
  code: "VALUE_NEVER_PROVIDED",
  finds: "a handler that reads a value that none of its middlewares provides",
  find: (app) =>
    readings(app, "value", (route, name) =>
      route.provides.includes(name)
        ? undefined
        : {
            message: `The handler of \`${titleOf(route)}\` reads the value \`${name}\`, and none of its middlewares provides it.`,
            fix: `Add a middleware with \`provides = ["${name}"]\` that calls \`ctx.set("${name}", …)\` before every \`next()\`. Where there may be no value, write \`${name}: … | undefined\` in \`ContextValues\` and set it to \`undefined\`.`,
          },
    ),
}

/** A handler that calls `inject()` during a call. */
export const injectInHandler: Rule = {
  code: "INJECT_OUTSIDE_BOOT",
  finds: "a handler that calls `inject()`, which fails in every call",
  severity: "fault",
  find: (app) =>
    readings(app, "inject", (route, name) => ({
      message: `The handler of \`${titleOf(route)}\` calls \`inject(${name})\`: it works only while the application is built.`,
      fix: `Inject it in a field of \`${route.controller}\` and use the field: \`readonly #it = inject(${name || "…"})\`.`,
    })),
}

/** A GET route that accepts a body. */
export const bodyOnGet: Rule = {
  code: "BODY_ON_GET",
  finds: "a GET or HEAD route that accepts a body, which clients cannot send",
  find: (app) =>
    app.routes
      .filter(({ method, accepts }) => (method === "GET" || method === "HEAD") && "body" in accepts)
      .map((route) => ({
        subject: titleOf(route),
        message: `\`${titleOf(route)}\` accepts a body: \`fetch()\` does not send one with ${route.method}, and proxies drop it.`,
        where: placeOf(route),
        fix: "Read the input from the query (`accepts.query`), or use POST.",
      })),
}

/** An option of a command that is reserved by the platform. */
export const optionTaken: Rule = {
  code: "OPTION_TAKEN",
  finds: "a command option that every command has: --help, --json, --color",
  find: (app) =>
    app.routes.flatMap((route) => {
      const taken = route.accepts["query"]?.properties.find((name) =>
        ["help", "json", "color"].includes(name),
      )
      if (route.kind !== "command" || taken === undefined) return []
      return [
        {
          subject: titleOf(route),
          message: `The command \`${titleOf(route)}\` has an option \`--${taken}\`, which every command has: it never reaches the handler.`,
          where: placeOf(route),
          fix: "Rename the option.",
        },
      ]
    }),
}

function readings(
  app: SerializedApp,
  what: HandlerRead["what"],
  judge: (route: SerializedRoute, name: string) => Pick<Found, "message" | "fix"> | undefined,
): readonly Found[] {
  return app.routes.flatMap((route) =>
    route.reads.flatMap((read): Found[] => {
      const found = read.what === what ? judge(route, read.name) : undefined
      return found === undefined
        ? []
        : [{ subject: `${titleOf(route)} ${read.name}`, where: below(route.where, read.line), ...found }]
    }),
  )
}

/** The position some lines below another. */
function below(place: string | undefined, lines: number): string | undefined {
  if (lines === 0) return place
  return place?.replace(/:(\d+):\d+$/, (_, line: string) => `:${Number(line) + lines}:1`)
}

function parameterNamesOf({ path }: SerializedRoute): readonly string[] {
  return path
    .split("/")
    .flatMap((word) => (word === "*" ? ["*"] : word.startsWith(":") ? [word.slice(1)] : []))
}
