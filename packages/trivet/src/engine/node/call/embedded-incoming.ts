import type { IncomingMessage, ServerResponse } from "node:http"
import { Fault } from "../../../fault/fault.ts"
import type { Target } from "../../target.ts"
import { joinLines, NodeIncoming } from "./node-incoming.ts"

/** A call that came in through another application's server, which may have touched it before. */
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

  // A server that `serve()` did not make drops the second line of `Authorization` and some others from Node's map.
  override header(name: string): string | undefined {
    const value = super.header(name)
    return value === undefined || name === "cookie" ? value : joinLines(this.#request.rawHeaders, name)
  }

  // Node tells the client to go on before it calls a listener, unless its server has one for that.
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

  /** What somebody else has read would look like an empty body, or like the rest of one. */
  #rejectRead(): void {
    if (!this.#asked && this.#request.readableDidRead) throw new Fault("BODY_ALREADY_READ", {})
    this.#asked = true
  }
}
