import { type AccessDescription, isOpenTo } from "../app/describe/describe-access.ts"
import type { RouteDescription } from "../app/describe/app-description.ts"
import { Endless } from "../context/reply/endless.ts"
import { titleOf } from "../module/routes/flat-route.ts"
import type { Access, Caller, PreparedCall } from "./access.ts"
import { incomingOf } from "./access-call.ts"
import type { ConformanceCase } from "./conformance.ts"
import type { TestApp } from "./create-test-app.ts"
import { readReply } from "./test-reply.ts"

/** Ids shorter than this occur in any text. */
const shortest = 4

/** The routes of single rows below one path, such as `/posts/:id`. */
interface Rows {
  /** The path of the route that `prepare()` is asked to make a row for. */
  readonly method: string
  readonly path: string
  /** Who may read one of them; `undefined` if they cannot be read by a route of their own. */
  readonly access: AccessDescription | undefined
}

type NamedCaller = readonly [name: string, caller: Caller]

/**
 * Makes a test for each list and each caller that may call it and is not `owner`: it does not contain a row that
 * `prepare()` makes, and that an owner finds in it.
 */
export function listCases(
  app: TestApp,
  access: Access,
  routes: readonly RouteDescription[],
): readonly ConformanceCase[] {
  const callers = Object.entries(access.callers)
  const lists = routes.filter(isList)
  return lists.flatMap((list) => {
    const [owner] = callers.filter(([, caller]) => isOwner(caller) && isOpenTo(list.access, caller))
    if (owner === undefined || access.prepare === undefined) return []
    return callers
      .filter(([name, caller]) => !isOwner(caller) && isOpenTo(list.access, caller) && !shares(list, name))
      .flatMap((reader): readonly ConformanceCase[] => {
        const compared = rowsOf(routes).filter((rows) => !mayRead(rows, reader[1]))
        if (compared.length === 0) return []
        const title = titleOf(list.method, list.path)
        const run = async (): Promise<void> => {
          for (const rows of compared) await compareList(app, access, { list, rows, owner, reader })
        }
        return [{ name: `${title}: ${reader[0]} does not get rows of ${owner[0]}`, run }]
      })

    function shares({ method = "", path }: RouteDescription, reader: string): boolean {
      return access.shares?.({ method, path }, owner![0], reader) === true
    }
  })
}

interface Compared {
  readonly list: RouteDescription
  readonly rows: Rows
  readonly owner: NamedCaller
  readonly reader: NamedCaller
}

async function compareList(
  app: TestApp,
  access: Access,
  { list, rows: { method, path }, owner, reader }: Compared,
): Promise<void> {
  const row = await access.prepare!({ method, path })
  const ids = Object.values(row.params ?? {}).filter((id) => id.length >= shortest)
  const prepared = (await access.prepare!({ method: "GET", path: list.path })) ?? {}
  const own = await textOf(app, list, owner[1], prepared)
  const others = await textOf(app, list, reader[1], prepared)
  const found = ids.find((id) => hasWord(own, id) && hasWord(others, id))
  if (found === undefined) return
  throw new Error(
    `GET ${list.path}: the reply to ${reader[0]} contains ${found}, a row of ${owner[0]} that prepare() made for ${method} ${path}. ` +
      "Ask only for the caller's rows; if they share it, say so with `shares` of the access set-up.",
  )
}

async function textOf(
  app: TestApp,
  { path }: RouteDescription,
  { headers = {} }: Caller,
  prepared: PreparedCall,
): Promise<string> {
  const { query } = prepared
  const reply = await app.dispatch(incomingOf("GET", path, { headers }, query === undefined ? {} : { query }))
  // An endless body is not read, and is no list.
  return (await readReply(reply, reply.body instanceof Endless ? "HEAD" : "GET")).text()
}

/** Whether a text contains an id that is no part of a longer word. */
function hasWord(text: string, id: string): boolean {
  return text
    .split(id)
    .some((part, at, parts) => at > 0 && !/^[\w-]/.test(part) && !/[\w-]$/.test(parts[at - 1]!))
}

function isOwner({ roles = [] }: Caller): boolean {
  return roles.includes("owner")
}

/** A guarded route that is read and names no row. */
function isList({ kind, method, path, access }: RouteDescription): boolean {
  return kind === "request" && method === "GET" && !/[:*]/.test(path) && !isOpenTo(access, {})
}

/** Whether a caller may read single rows, because they are public or by the `allows` of their route, with any credentials. */
function mayRead({ access }: Rows, { roles = [] }: Caller): boolean {
  if (access === undefined) return false
  if (access.allows.length === 0) return isOpenTo(access, {})
  return isOpenTo({ ...access, ways: [[]] }, { roles })
}

/** The routes of rows, one for each path below which there are some: the one that reads, if there is one. */
function rowsOf(routes: readonly RouteDescription[]): readonly Rows[] {
  const found = new Map<string, Rows>()
  for (const { kind, method, path, access } of routes) {
    if (kind !== "request" || method === undefined || !path.includes(":")) continue
    const above = path.split("/:", 1)[0]!
    const isRead =
      method === "GET" && path.lastIndexOf("/:") === above.length && !path.includes("/", above.length + 1)
    if (isRead) found.set(above, { method, path, access })
    else if (!found.has(above)) found.set(above, { method, path, access: undefined })
  }
  return [...found.values()]
}
