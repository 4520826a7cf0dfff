import type { SerializedRoute } from "../../inspect/report.ts"
import { placeOf, type Rule, titleOf } from "../rule.ts"

/** A route that answers only with a trailing slash. */
export const trailingSlash: Rule = {
  code: "TRAILING_SLASH",
  finds: "a route whose path ends with a slash, without a route for the path without it",
  find: (app) =>
    app.routes
      .filter(({ kind, path }) => kind === "request" && path.length > 1 && path.endsWith("/"))
      .filter((route) => !has(app.routes, route.method, route.path.slice(0, -1)))
      .map((route) => ({
        subject: titleOf(route),
        message: `\`${titleOf(route)}\` matches only with the slash at its end: \`${route.path.slice(0, -1)}\` is not found.`,
        where: placeOf(route),
        fix: 'Remove the slash. In a group, a child with the path `""` has the path of the group.',
      })),
}

/** Two routes that differ in upper and lower case only. */
export const caseTwins: Rule = {
  code: "CASE_TWINS",
  finds: "two routes of one method that differ only in upper and lower case",
  find: (app) =>
    app.routes.flatMap((route, at) => {
      const twin = app.routes.find(
        (other, index) =>
          index < at &&
          other.kind === route.kind &&
          other.method === route.method &&
          other.path !== route.path &&
          literals(other.path).toLowerCase() === literals(route.path).toLowerCase(),
      )
      if (twin === undefined) return []
      return [
        {
          subject: titleOf(route),
          message: `\`${titleOf(route)}\` and \`${titleOf(twin)}\` differ only in upper and lower case: clients will confuse them.`,
          where: placeOf(route),
          fix: "Remove or rename one of them.",
        },
      ]
    }),
}

/** A path with an escape that clients send in another form. */
export const escapeUnsent: Rule = {
  code: "ESCAPE_UNSENT",
  finds: "a path with a percent escape that clients send in another form, so that it never matches",
  find: (app) =>
    app.routes.flatMap((route) => {
      const odd = (route.path.match(/%[\da-f]{2}/gi) ?? []).find((escape) => normal(escape) !== escape)
      if (odd === undefined) return []
      return [
        {
          subject: titleOf(route),
          message: `\`${titleOf(route)}\` contains the escape \`${odd}\`, which clients send as \`${normal(odd)}\`: paths are matched as received, so it never matches.`,
          where: placeOf(route),
          fix: `Write \`${route.path.replaceAll(odd, normal(odd))}\`, or the plain text: it is encoded at boot.`,
        },
      ]
    }),
}

/** How clients send an escape: as the plain character if it needs none, otherwise with upper-case digits. */
function normal(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
}

function has(routes: readonly SerializedRoute[], method: string | undefined, path: string): boolean {
  return routes.some((route) => route.method === method && literals(route.path) === literals(path))
}

function literals(path: string): string {
  return path.replaceAll(/:\w+/g, ":")
}
