import { plainAddress } from "../plain-address.ts"

/** The second argument of a fetch handler: Bun passes its server, Deno the address of the connection. */
export interface RuntimeInfo {
  /** Opens a socket, on Bun. */
  readonly upgrade?: (
    request: Request,
    options: { readonly headers: Headers; readonly data: unknown },
  ) => boolean
  /** Returns the client's address, on Bun. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
  /** The client's address, on Deno. */
  readonly remoteAddr?: { readonly hostname?: string }
}

/** The address of the client's end of the connection; `""` if the runtime does not provide it. */
export function addressOf(request: Request, info: RuntimeInfo): string {
  return plainAddress(info.requestIP?.(request)?.address ?? info.remoteAddr?.hostname ?? "")
}

/**
 * For Cloudflare, which sets the header itself. On a workerd elsewhere, any client could send the header, but no client
 * can set `request.cf`.
 */
export const cloudflareInfo: RuntimeInfo = {
  requestIP: (request) => {
    const address = request.headers.get("cf-connecting-ip")
    return address === null || (request as { readonly cf?: object }).cf === undefined ? null : { address }
  },
}
