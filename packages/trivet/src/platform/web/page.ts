import type { Call } from "../../context/call.ts"
import type { ContextKey, ContextValues } from "../../context/context-values.ts"
import { type Flash, takeFlash } from "./flash.ts"
import type { Page } from "./view.ts"

/** The page that answers one call. */
export class CallPage implements Page {
  readonly nonce: string = crypto.randomUUID().replaceAll("-", "")
  readonly #call: Call
  #flash: readonly Flash[] | undefined

  constructor(call: Call) {
    this.#call = call
  }

  get path(): string {
    return this.#call.path
  }
  get flash(): readonly Flash[] {
    return (this.#flash ??= takeFlash(this.#call))
  }
  get<Key extends ContextKey>(key: Key): ContextValues[Key] | undefined {
    return this.#call.get(key)
  }
  /** Whether it shows flash messages, which must not be cached: they are for this client and are shown once. */
  get showsFlash(): boolean {
    return this.#flash !== undefined && this.#flash.length > 0
  }
}
