import { createHash, createHmac } from "node:crypto"
import type { S3Target } from "./s3-target.ts"

/** The longest time that S3 allows: a week. */
export const maxSeconds = 604_800

/** The request that an address allows. */
interface PresignedRequest {
  /** Default: `GET`. */
  readonly method?: string
  /** Headers that it must have, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/**
 * An address at which anyone can send a request for a time (Signature Version 4, in the query). s3mini 1.0.2 signs `'` and `*`
 * unescaped, so that servers reject the names of RFC 8187.
 */
export function presignedUrl(
  { endpoint, accessKeyId, secretAccessKey, region }: S3Target,
  name: string,
  seconds: number,
  { method = "GET", headers = {}, query = {} }: PresignedRequest,
  now: Date = new Date(),
): string {
  const url = new URL(`${endpoint}/${name}`)
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "")
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const signed = Object.entries({ ...headers, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([header]) => header).join(";")
  const all: Record<string, string> = {
    ...query,
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${accessKeyId}/${scope}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": String(Math.min(seconds, maxSeconds)),
    "X-Amz-SignedHeaders": names,
  }
  const text = Object.keys(all)
    .toSorted()
    .map((one) => `${escaped(one)}=${escaped(all[one]!)}`)
    .join("&")
  const lines = signed.map(([header, value]) => `${header}:${value}\n`).join("")
  const request = `${method}\n${url.pathname}\n${text}\n${lines}\n${names}\nUNSIGNED-PAYLOAD`
  const digest = createHash("sha256").update(request).digest("hex")
  const secret = scope
    .split("/")
    .reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secretAccessKey}`)
  const signature = hmac(secret, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString("hex")
  return `${url.origin}${url.pathname}?${text}&X-Amz-Signature=${signature}`
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest()
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
