import { plainAddress } from "../plain-address.ts"

/** What a runtime passes beside a request: Bun its server, Deno where the connection comes from. */
export interface RuntimeInfo {
  readonly requestIP?: (request: Request) => { readonly address: string } | null
  readonly remoteAddr?: { readonly hostname?: string }
}

/** The address at the other end of a connection; `""` where the runtime does not tell. */
export function addressOf(request: Request, info: RuntimeInfo): string {
  return plainAddress(info.requestIP?.(request)?.address ?? info.remoteAddr?.hostname ?? "")
}
