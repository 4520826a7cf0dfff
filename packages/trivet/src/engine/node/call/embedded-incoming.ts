import type { IncomingMessage, ServerResponse } from "node:http"
import { Fault } from "../../../fault/fault.ts"
import type { Target } from "../../target.ts"
import { joinLines } from "./header-of.ts"
import { NodeIncoming } from "./node-incoming.ts"

/** A request to another application's server, whose code may already have read from it. */
export class EmbeddedIncoming extends NodeIncoming {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #asked = false

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | undefined,
    hasBody: boolean,
  ) {
    super(request, response, target, hasBody)
    this.#request = request
    this.#response = response
  }

  // Other code may have removed a header from Node's map. Unless `joinDuplicateHeaders` is set, that map lacks the second line
  // of `Authorization` and some other headers.
  override header(name: string): string | undefined {
    const { headers, rawHeaders } = this.#request
    if (headers[name] === undefined) return undefined
    return name === "cookie" ? headers.cookie : joinLines(rawHeaders, name)
  }
  override get host(): string | undefined {
    return this.#request.headers.host
  }

  // Node sends 100 Continue before it emits `request`, unless the server listens for `checkContinue`.
  override get expects(): boolean {
    // oxlint-disable-next-line no-underscore-dangle -- Node's name for it
    return super.expects && (this.#response as { readonly _sent100?: boolean })._sent100 !== true
  }

  override bytes(limit: number): Promise<Uint8Array> {
    this.#rejectRead()
    return super.bytes(limit)
  }
  override stream(): AsyncIterable<Uint8Array> {
    this.#rejectRead()
    return super.stream()
  }

  /** A body that other code has read would look empty or truncated. */
  #rejectRead(): void {
    if (!this.#asked && this.#request.readableDidRead) throw new Fault("BODY_ALREADY_READ", {})
    this.#asked = true
  }
}
