import { isOpenTo } from "trivet/extend"
import type { SerializedApp } from "../inspect/report.ts"

/** What an application consists of and uses, in a few words each: `23 routes (3 public)`, `2 jobs`, `PostgreSQL`. */
export function factsOf({ routes }: SerializedApp, uses: readonly string[]): readonly string[] {
  const served = routes.filter((route) => route.served)
  const requests = served.filter(({ kind, isSocket }) => kind === "request" && isSocket !== true)
  const sockets = served.filter(({ isSocket }) => isSocket === true).length
  const others = [...new Set(served.map(({ kind }) => kind))].filter((kind) => kind !== "request")
  const open = requests.filter(({ access }) => isOpenTo(access, {})).length
  return [
    `${count(requests.length, "route")} (${open} public)`,
    ...(sockets === 0 ? [] : [count(sockets, "socket")]),
    ...others.map((name) => count(served.filter(({ kind }) => kind === name).length, name)),
    ...uses,
  ]
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`
}
