import { placeOf, type Rule } from "../rule.ts"

/** An application whose platform serves none of its routes. */
export const nothingServed: Rule = {
  code: "NOTHING_SERVED",
  finds: "an application whose platform serves none of its routes",
  find: (app) => {
    const [first] = app.routes
    if (first === undefined || app.routes.some(({ served }) => served)) return []
    const wanted = app.platform === "cli" ? "without a method" : "with a method"
    return [
      {
        subject: app.platform,
        message: `None of the ${app.routes.length} routes is served: the platform \`${app.platform}\` serves records ${wanted}.`,
        where: placeOf(first),
        fix:
          app.platform === "cli"
            ? "Declare commands (`command(name, handler)`), or serve the routes on another platform: `platform: api()`."
            : "Give the records a method (`get(path, handler)`), or run them as commands: `run(Root)` from `trivet/cli`.",
      },
    ]
  },
}
