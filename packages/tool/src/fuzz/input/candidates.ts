import type { Exchange, Session } from "../call/session.ts"

/** References to values of earlier replies that match a parameter or field of this name, best first. */
export function candidatesFor(session: Session, name: string, path: string): readonly string[] {
  const wanted = normal(name)
  const found = session.exchanges.flatMap((exchange, step) =>
    (session.ownRows && exchange.call.method === "GET" && isId(wanted) ? [] : exchange.values).map(
      (value) => ({
        reference: `{{${step}.${value.place}}}`,
        score: isRowOf(exchange, value.name, path, name)
          ? 8
          : scoreOf(normal(value.name), wanted, exchange, path),
        value: value.value,
        step,
      }),
    ),
  )
  const fitting = found.filter(({ score }) => score > 0)
  const ordered = fitting.toSorted((a, b) => b.score - a.score || b.step - a.step)
  // Each value once: the second candidate is another row.
  const unique = new Map(ordered.toReversed().map((one) => [one.value, one.reference]))
  return [...unique.values()].toReversed()
}

/** The last reply's value under one of these names, such as a token or a key. */
export function findCredential(session: Session, names: RegExp): string | undefined {
  for (let step = session.exchanges.length - 1; step >= 0; step--) {
    const { values } = session.exchanges[step]!
    const value = values.find((one) => names.test(one.name) && String(one.value).length >= 8)
    if (value !== undefined) return `{{${step}.${value.place}}}`
  }
  return undefined
}

/** Bodies of earlier calls that were not rejected: a login repeats the body of a registration. */
export function sentBodies(session: Session, field: string): readonly Readonly<Record<string, unknown>>[] {
  return session.exchanges.flatMap(({ call, reply }) => {
    const body = (call.json ?? call.form) as Readonly<Record<string, unknown>> | undefined
    const good = reply !== undefined && reply.status < 400
    return good && typeof body === "object" && body !== null && field in body ? [body] : []
  })
}

function scoreOf(name: string, wanted: string, { call }: Exchange, path: string): number {
  // Rows created by this session are in a state that its own calls explain.
  const own = call.method === "GET" ? 0 : 1
  const near = own + (prefixOf(call.path) === prefixOf(path) ? 2 : 0)
  if (name === wanted) return 4 + near
  // `:id` and `:post_id` are both the `id` of a post.
  return isId(name) && isId(wanted) ? 1 + near : 0
}

/** Whether a value is the id of what a call created in the list that a parameter belongs to: `/boards` for `/boards/:board`. */
function isRowOf({ call }: Exchange, name: string, path: string, parameter: string): boolean {
  const end = `${path}/`.indexOf(`/:${parameter}/`)
  return name === "id" && call.method === "POST" && end !== -1 && call.path === path.slice(0, end)
}

function isId(name: string): boolean {
  return name.endsWith("id") || name === "slug" || name === "key"
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "")
}

function prefixOf(path: string): string {
  return path.split(/\/[:*]/, 1)[0]!.replace(/\/$/, "")
}
