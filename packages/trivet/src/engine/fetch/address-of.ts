import { plainAddress } from "../plain-address.ts"

/** The second argument of a fetch handler: Bun passes its server, Deno the address of the connection. */
export interface RuntimeInfo {
  /** Returns the client's address, on Bun. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
  /** The client's address, on Deno. */
  readonly remoteAddr?: { readonly hostname?: string }
}

/** The address at the other end of a connection; `""` where the runtime does not tell. */
export function addressOf(request: Request, info: RuntimeInfo): string {
  return plainAddress(info.requestIP?.(request)?.address ?? info.remoteAddr?.hostname ?? "")
}
