import { hash } from "node:crypto"

/** Returns a hash of a text, in base64url, which cannot be made without the key. */
export type KeyedHash = (text: string) => string

/**
 * Creates SHA-512/256 over a key of 64 ASCII characters and a text. HMAC, which needs two hashes, is for functions whose result
 * is their whole state, such as SHA-256: who has the hash of a text could make that of a longer one. This result is half of it.
 */
export function createKeyedHash(key: string): KeyedHash {
  // A key of another length could be taken for the begin of a text.
  if (!/^[\x21-\x7e]{64}$/.test(key)) throw new Error("the key is not 64 ASCII characters")
  return (text) => hash("sha512-256", key + text, "base64url")
}
