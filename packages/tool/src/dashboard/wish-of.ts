import type { DashboardRequest } from "../dev/dev-message.ts"
import type { Dashboard } from "./dashboard.ts"

type Wish = Parameters<Dashboard["ask"]>[0]
type Sent = Readonly<Record<string, unknown>>

/** Parses the requests of the page, by path; `undefined` if one is invalid. */
const wishes: Readonly<Record<Wish["kind"], (sent: Sent) => Wish | undefined>> = {
  send: (sent) => ({ kind: "send", request: requestOf(sent) }),
  save: (sent) => ({ kind: "save", id: sentText(sent, "id") ?? "" }),
  jobs: (sent) => {
    const what = sentText(sent, "what")
    if (what === "list") return { kind: "jobs", wish: { what, state: sentText(sent, "state") } }
    if (what !== "show" && what !== "payload" && what !== "retry" && what !== "cancel") return undefined
    return { kind: "jobs", wish: { what, id: sentText(sent, "id") ?? "" } }
  },
  mails: (sent) => {
    const what = sentText(sent, "what")
    if (what === "list") return { kind: "mails", wish: { what } }
    return what === "show" ? { kind: "mails", wish: { what, id: sentText(sent, "id") ?? "" } } : undefined
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
    method: sentText(sent, "method") ?? "GET",
    path: sentText(sent, "path") ?? "",
    headers: Object.fromEntries(headers),
    body: sentText(sent, "body"),
    as: sentText(sent, "as"),
  }
}

function sentText(sent: Sent, name: string): string | undefined {
  const value = sent[name]
  return typeof value === "string" ? value : undefined
}
