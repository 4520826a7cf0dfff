import { placeOf, type Rule, titleOf } from "../rule.ts"

/** A route whose announced sunset date has passed. */
export const sunsetPast: Rule = {
  code: "SUNSET_PAST",
  finds: "a route whose `about.sunset` is past",
  severity: "fault",
  find: (app) => {
    const today = new Date().toISOString().slice(0, 10)
    return app.routes
      .filter(({ served, sunset }) => served && sunset !== undefined && sunset <= today)
      .map((route) => ({
        subject: titleOf(route),
        message: `The sunset of \`${titleOf(route)}\` was ${route.sunset}: its clients were told that it would be gone.`,
        where: placeOf(route),
        fix: "Remove the route. If clients still need it, give `about.sunset` a later date.",
      }))
  },
}
