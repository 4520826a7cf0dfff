import type pg from "pg"
import { type Addresses, addressesOf, type Target } from "./addresses.ts"
import { codeOf } from "./database-error.ts"
import { connected, WatchedClient } from "./watched-client.ts"

/** What a server reports about itself at the start of a connection, and again when it changes. */
type Status = Partial<Record<"in_hot_standby" | "default_transaction_read_only", string>>

/** Connects to the first of several servers that is what the URL asks for. */
export class Servers {
  readonly #addresses: Addresses
  /** Where the next walk begins: the server of the last connection, or the one after a server that failed. */
  #next = 0

  constructor(url: string) {
    this.#addresses = addressesOf(url)
  }

  /**
   * Opens a connection. Its `usable` becomes false, and `onUnfit` is called, if the server is no longer what the URL asks
   * for. Each server has the time limit of `config` for itself.
   */
  async connect(config: pg.ClientConfig, onUnfit?: (client: WatchedClient) => void): Promise<WatchedClient> {
    const { urls, target } = this.#addresses
    const first = this.#next
    const errors: Error[] = []
    for (let step = 0; step < urls.length; step++) {
      const at = (first + step) % urls.length
      try {
        const client = await connectTo({ ...config, connectionString: urls[at]! }, target, onUnfit)
        this.#next = at
        return client
      } catch (error) {
        // A server that does not answer costs its whole time limit: the next walk begins behind it.
        if (this.#next === at) this.#next = (at + 1) % urls.length
        errors.push(error as Error)
      }
    }
    throw errors.length === 1 ? errors[0]! : joined(errors)
  }
}

async function connectTo(
  config: pg.ClientConfig,
  target: Target,
  onUnfit: ((client: WatchedClient) => void) | undefined,
): Promise<WatchedClient> {
  if (target === "any") return connected(config)
  const client = new WatchedClient(config)
  client.on("error", () => undefined)
  const status = statusOf(client, () => {
    if (!client.usable || isFit(status, target)) return
    client.usable = false
    onUnfit?.(client)
  })
  await client.connect()
  try {
    if (status.in_hot_standby === undefined) Object.assign(status, await askStatus(client))
    if (!isFit(status, target)) throw new Error(`it is ${roleOf(status)}, and the URL asks for ${target}`)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** What the server has reported so far. The driver passes it on by an event that its types do not have. */
function statusOf(client: WatchedClient, onChange: () => void): Status {
  const status: Status = {}
  let isComplete = false
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
    if (parameterName !== "in_hot_standby" && parameterName !== "default_transaction_read_only") return
    status[parameterName] = parameterValue!
    if (isComplete) onChange()
  })
  connection.once("readyForQuery", () => (isComplete = true))
  return status
}

/** Before version 14, and behind a pooler, the status is not reported. */
async function askStatus(client: WatchedClient): Promise<Status> {
  const { rows } = await client.query<Status>(
    `select case when pg_is_in_recovery() then 'on' else 'off' end as in_hot_standby,
      current_setting('default_transaction_read_only') as default_transaction_read_only`,
  )
  return rows[0]!
}

function isFit(status: Status, target: Target): boolean {
  const isStandby = status.in_hot_standby === "on"
  const isReadOnly = isStandby || status.default_transaction_read_only === "on"
  if (target === "primary") return !isStandby
  if (target === "standby") return isStandby
  return target === "read-only" ? isReadOnly : target === "any" || !isReadOnly
}

function roleOf(status: Status): string {
  if (status.in_hot_standby === "on") return "a standby"
  return status.default_transaction_read_only === "on" ? "read-only" : "the primary"
}

/** One error for all servers; with their code if it is the same, so that a wrong password is seen as one. */
function joined(errors: readonly Error[]): Error {
  const texts = errors.map((error) => error.message || String(codeOf(error)))
  const [code, ...others] = new Set(errors.map(codeOf))
  const error = new Error(`no server of the URL can be used: ${texts.join("; ")}`, { cause: errors.at(-1) })
  return code === undefined || others.length > 0 ? error : Object.assign(error, { code })
}
