/** One call of the observed application. */
export interface ObservedCall {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly status: number
  /** When the client disconnects: after the first piece of the body, or while it waits for the reply. */
  readonly leaves?: "after a piece" | "while waiting"
}

/** A call of each kind. */
function callsOf(id: number): readonly ObservedCall[] {
  const get = { method: "GET", status: 200 }
  return [
    { ...get, path: `/timers/${id}` },
    { ...get, path: `/fails/${id}`, status: 500 },
    { ...get, path: `/nothing/${id}`, status: 404 },
    { ...get, path: `/timers/%zz${id}`, status: 400 },
    { ...get, path: `/body/${id}`, method: "POST", body: "x".repeat(id) },
    { ...get, path: `/generator/${id}` },
    { ...get, path: `/stream/${id}` },
    { ...get, path: `/endless-generator/${id}`, leaves: "after a piece" },
    { ...get, path: `/endless-stream/${id}`, leaves: "after a piece" },
    { ...get, path: `/waits/${id}`, leaves: "while waiting" },
  ]
}

/** A thousand calls, a hundred of each kind. */
export const thousandCalls: readonly ObservedCall[] = Array.from({ length: 100 }, (_, id) =>
  callsOf(id),
).flat()
