import type { Operation } from "trivet/extend"
import type { RedisTarget } from "./redis-target.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"

/** A command, as watchers see it. Keys count as values: the key of a session contains its secret. */
export class RedisOperation implements Operation {
  readonly kind = "redis"
  readonly text: string
  readonly values: readonly string[]
  readonly #target: RedisTarget

  constructor([text = "", ...values]: readonly string[], target: RedisTarget) {
    this.text = text
    this.values = values
    this.#target = target
  }

  lost(): Error {
    return new RedisUnavailable(new Error("the connection was lost"))
  }

  async save(saved: ReadonlySet<string>): Promise<ReadonlyMap<string, () => Promise<unknown>>> {
    const restores = new Map<string, () => Promise<unknown>>()
    for (const key of await this.#keys()) if (!saved.has(key)) restores.set(key, await this.#saveKey(key))
    return restores
  }

  /** Redis itself knows which arguments are keys. */
  async #keys(): Promise<readonly string[]> {
    const command = ["COMMAND", "GETKEYS", this.text, ...this.values]
    // An error reply: the command has no keys, or is not known.
    return this.#target.send<readonly string[]>(command).catch(() => [])
  }

  /** Copied in Redis: the value and its type stay as they are, and so does the time at which it expires. */
  async #saveKey(key: string): Promise<() => Promise<unknown>> {
    const copy = nameOfCopy(key)
    const isCopied = (await this.#target.send<number>(["COPY", key, copy, "REPLACE"])) === 1
    return () => this.#target.send(isCopied ? ["RENAME", copy, key] : ["DEL", key])
  }
}

/** In the same slot of a cluster. */
function nameOfCopy(key: string): string {
  return /\{[^}]+\}/.test(key) ? `${key}:trivet-simulation` : `{${key}}:trivet-simulation`
}
