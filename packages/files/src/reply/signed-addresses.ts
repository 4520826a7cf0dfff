import { createHmac, timingSafeEqual } from "node:crypto"

/** A request that a signed address grants to all who know it. */
export interface Grant {
  readonly method: "GET" | "PUT"
  readonly id: string
  /** Seconds since 1970. */
  readonly expires: number
  /** Parameters of the address. */
  readonly query?: Readonly<Record<string, string>>
  /** Headers that the request must have. The address does not contain them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What `files.url()` signs. */
export function downloadGrant(name: string, inline: boolean): Pick<Grant, "method" | "query"> {
  return { method: "GET", query: { name, ...(inline && { inline: "1" }) } }
}

/** What `files.createUpload()` signs: the headers of the request, as S3 does. */
export function uploadGrant(type: string, size: string): Pick<Grant, "method" | "headers"> {
  return { method: "PUT", headers: { "content-type": type, "content-length": size } }
}

/** Creates and verifies the addresses of the application's own route for files. */
export class SignedAddresses {
  readonly path: string
  readonly #secret: () => Promise<Uint8Array>

  constructor(path: string, secret: () => Promise<Uint8Array>) {
    this.path = path
    this.#secret = secret
  }

  /** The address of a grant, below the origin of the application. */
  async create(grant: Grant): Promise<string> {
    const { id, expires } = grant
    const signature = await this.#sign(grant)
    const query = new URLSearchParams({ expires: String(expires), ...grant.query, signature })
    return `${this.path}/${id}?${query.toString()}`
  }

  /** Whether a signature is that of a grant which has not expired. `now` is in milliseconds. */
  async verify(grant: Grant, signature: string, now: number): Promise<boolean> {
    const [given, own] = [Buffer.from(signature), Buffer.from(await this.#sign(grant))]
    const isOwn = given.length === own.length && timingSafeEqual(given, own)
    return isOwn && grant.expires * 1_000 > now
  }

  async #sign({ method, id, expires, query = {}, headers = {} }: Grant): Promise<string> {
    // As JSON: joined texts could mean two grants.
    const text = JSON.stringify([method, id, expires, Object.entries(query), Object.entries(headers)])
    return createHmac("sha256", await this.#secret())
      .update(text)
      .digest("base64url")
  }
}
