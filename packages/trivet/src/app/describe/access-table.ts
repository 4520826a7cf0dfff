import { requestKind } from "../../context/kind.ts"
import { titleOf } from "../../module/routes/flat-route.ts"
import { type AccessDescription, isOpenTo } from "./describe-access.ts"
import type { RouteDescription } from "./app-description.ts"

/** Routes and kinds of callers, and who may call what. */
export interface AccessTable {
  /** One row for each route, with a cell for each kind of caller: `yes`, `-`, `unguarded`, or what the caller needs. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** The same as text with aligned columns, for people or for a committed file. */
  readonly text: string
}

/**
 * Makes the table of all routes that are served and called from outside, by path and method. Its columns are `anonymous`,
 * the security schemes, and the names in `allows`.
 *
 * @example
 * ```ts
 * import { type App, Describe } from "trivet"
 * import { accessTable } from "trivet/extend"
 *
 * export function printAccess(app: App): void {
 *   console.log(accessTable(app.get(Describe)().routes).text)
 * }
 * ```
 */
export function accessTable(routes: readonly Omit<RouteDescription, "record">[]): AccessTable {
  const listed = routes.filter(isListed).toSorted(byPath)
  const schemes = sortedNames(listed.flatMap(({ access }) => access.ways.flat()))
  const names = sortedNames(listed.flatMap(({ access }) => access.allows.flat()))
  const rows = listed.map(({ method, path, access }) => ({
    route: titleOf(method, path),
    anonymous: isOpenTo(access, {}) ? (access.decided ? "yes" : "unguarded") : "-",
    ...Object.fromEntries(
      schemes.map((name) => [name, isOpenTo(access, { credentials: [name] }) ? "yes" : "-"]),
    ),
    ...Object.fromEntries(names.map((name) => [name, cellOf(access, name, schemes)])),
  }))
  return { rows, text: textOfRows(rows) }
}

type Place = Pick<RouteDescription, "method" | "path">

/** Commands and jobs are not called from outside; they are listed only if a middleware decides who may call them. */
export function isListed({
  kind,
  served,
  access,
}: Pick<RouteDescription, "kind" | "served" | "access">): boolean {
  return served && (kind === requestKind.name || access.decided || access.allows.length > 0)
}

function cellOf(access: AccessDescription, name: string, has: readonly string[]): string {
  if (isOpenTo(access, { credentials: has, roles: [name] }))
    return isOpenTo(access, {}) ? "yes" : credentialsOf(access)
  const others = access.allows.filter((names) => !names.includes(name))
  if (others.length === access.allows.length) return "-"
  return `with ${others.map((names) => names.join("|")).join(", ")}`
}

/** The required credentials. The columns of the schemes apply only to callers without a role. */
function credentialsOf({ ways }: AccessDescription): string {
  return ways.map((way) => way.join("+")).join("|")
}

function sortedNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted()
}

function byPath(a: Place, b: Place): number {
  return compare(a.path, b.path) || compare(a.method ?? "", b.method ?? "")
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function textOfRows(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [Object.fromEntries(columns.map((name) => [name, name])), ...rows]
  const widths = columns.map((name) => Math.max(...lines.map((line) => line[name]!.length)))
  return lines
    .map(
      (line) =>
        `${columns
          .map((name, at) => line[name]!.padEnd(widths[at]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("")
}
