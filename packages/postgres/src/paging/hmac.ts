import { hash } from "node:crypto"

/** Returns the HMAC-SHA256 of a text, in base64url. */
export type Hmac = (text: string) => string

/**
 * Creates HMAC-SHA256 (RFC 2104) with a key of 64 ASCII characters. `createHmac()` makes an object for each use, which
 * costs more than the two hashes themselves.
 */
export function createHmacOf(key: string): Hmac {
  const inner = Buffer.from(key, "ascii").map((byte) => byte ^ 0x36)
  const outer = Buffer.from(key, "ascii").map((byte) => byte ^ 0x5c)
  if (inner.length !== 64 || inner.some((byte) => byte > 127))
    throw new Error("the key is not 64 ASCII characters")
  const start = String.fromCharCode(...inner)
  return (text) => hash("sha256", Buffer.concat([outer, hash("sha256", start + text, "buffer")]), "base64url")
}
