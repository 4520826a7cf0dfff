import type { DashboardRequest } from "../dev/dev-message.ts"
import type { Dashboard } from "./dashboard.ts"

type Wish = Parameters<Dashboard["ask"]>[0]
type Sent = Readonly<Record<string, unknown>>

/** Parses the requests of the page, by path; `undefined` if one is invalid. */
const wishes: Readonly<Record<Wish["kind"], (sent: Sent) => Wish | undefined>> = {
  send: (sent) => ({ kind: "send", request: requestOf(sent) }),
  save: (sent) => ({ kind: "save", id: textOf(sent, "id") ?? "" }),
  jobs: (sent) => {
    const what = textOf(sent, "what")
    if (what === "list") return { kind: "jobs", wish: { what, state: textOf(sent, "state") } }
    if (what !== "show" && what !== "payload" && what !== "retry" && what !== "cancel") return undefined
    return { kind: "jobs", wish: { what, id: textOf(sent, "id") ?? "" } }
  },
  mails: (sent) => {
    const what = textOf(sent, "what")
    if (what === "list") return { kind: "mails", wish: { what } }
    return what === "show" ? { kind: "mails", wish: { what, id: textOf(sent, "id") ?? "" } } : undefined
  },
}

/** Whether the page can send requests to this path. */
export function isAsk(path: string): path is Wish["kind"] {
  return Object.hasOwn(wishes, path)
}

/** Takes only known fields of the request. */
export function wishOf(kind: Wish["kind"], sent: Sent): Wish | undefined {
  return wishes[kind](sent)
}

function requestOf(sent: Sent): DashboardRequest {
  const headers = Object.entries(sent["headers"] ?? {}).filter(([, value]) => typeof value === "string")
  return {
    method: textOf(sent, "method") ?? "GET",
    path: textOf(sent, "path") ?? "",
    headers: Object.fromEntries(headers),
    body: textOf(sent, "body"),
    as: textOf(sent, "as"),
  }
}

function textOf(sent: Sent, name: string): string | undefined {
  const value = sent[name]
  return typeof value === "string" ? value : undefined
}
