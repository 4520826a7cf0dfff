import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from "node:crypto"
import { decodeProtectedHeader, type JWK } from "jose"
import type { AuthSettings, TokenKey } from "../auth-settings.ts"
import { fault } from "../faults.ts"

/** A key that verifies tokens, with the one algorithm that it is for. */
export interface VerifyingKey {
  readonly algorithm: "HS256" | TokenKey["algorithm"]
  /** The thumbprint that tokens carry as `kid`; `undefined` for a secret. */
  readonly id: string | undefined
  readonly key: Uint8Array | KeyObject
}

/** The keys of an application. */
export interface TokenKeys {
  /** The key that signs new tokens: the first one. */
  readonly signing: VerifyingKey
  /** The keys that may have signed a token: all secrets, or the one key named by its `kid`. */
  candidatesFor(token: string): readonly VerifyingKey[]
  /** The public keys, for other services. None if tokens are signed with secrets. */
  readonly published: readonly JWK[]
}

const fewest = 32

/** The keys that sign and verify. An empty secret is never used for either. */
export function tokenKeysOf(settings: AuthSettings): TokenKeys {
  return settings.keys.length > 0 ? pairsOf(settings) : secretsOf(settings)
}

function secretsOf({ secret, production }: AuthSettings): TokenKeys {
  const secrets = [secret].flat().map((text) => Buffer.from(text, "utf8"))
  const given = secrets.length > 0 ? secrets : [Buffer.alloc(0)]
  const shortest = Math.min(...given.map(({ length }) => length))
  if (production && shortest < fewest)
    throw fault("AUTH_SECRET_TOO_SHORT", { bytes: shortest, least: fewest })
  if (given.length > 1 && shortest === 0) throw fault("AUTH_SECRET_EMPTY", {})
  const keys = given.map((bytes): VerifyingKey => {
    return { algorithm: "HS256", id: undefined, key: bytes.length > 0 ? bytes : randomBytes(fewest) }
  })
  return { signing: keys[0]!, candidatesFor: () => keys, published: [] }
}

function pairsOf({ keys: given, secret }: AuthSettings): TokenKeys {
  if ([secret].flat().some((text) => text !== "")) throw fault("AUTH_KEYS_AND_SECRET", {})
  const pairs = given.map(readPair)
  const signing = pairs[0]!.signing
  if (signing === undefined)
    throw fault("AUTH_KEY_INVALID", { at: 1, reason: "it is public, and the first key signs" })
  const byId = new Map(pairs.map(({ verifying }) => [verifying.id, verifying]))
  return {
    signing,
    candidatesFor(token) {
      const found = byId.get(namedKey(token))
      return found === undefined ? [] : [found]
    },
    published: pairs.map(({ jwk }) => jwk),
  }
}

/** The `kid` of a token. Its `alg` is ignored: the key determines the algorithm. */
function namedKey(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

interface Pair {
  readonly signing: VerifyingKey | undefined
  readonly verifying: VerifyingKey
  readonly jwk: JWK
}

function readPair({ algorithm, key: pem }: TokenKey, index: number): Pair {
  const invalid = (reason: string) => fault("AUTH_KEY_INVALID", { at: index + 1, reason })
  const [secret, shared] = readPem(pem, invalid)
  if (shared.asymmetricKeyType !== (algorithm === "EdDSA" ? "ed25519" : "rsa"))
    throw invalid(
      `it is of the type ${shared.asymmetricKeyType ?? "unknown"}, and not for ${String(algorithm)}`,
    )
  const bits = shared.asymmetricKeyDetails?.modulusLength ?? 2_048
  if (bits < 2_048) throw invalid(`it has ${bits} bits, and at least 2,048 are needed`)
  const { kty, crv, x, n, e } = shared.export({ format: "jwk" })
  const members = algorithm === "EdDSA" ? { crv: crv!, kty: kty!, x: x! } : { e: e!, kty: kty!, n: n! }
  // RFC 7638 thumbprint: the same key has the same id in every process, and no names need to be configured.
  const id = createHash("sha256").update(JSON.stringify(members)).digest("base64url")
  const signing = secret && { algorithm, id, key: secret }
  return {
    signing,
    verifying: { algorithm, id, key: shared },
    jwk: { ...members, kid: id, alg: algorithm, use: "sig" },
  }
}

function readPem(
  pem: string,
  invalid: (reason: string) => Error,
): readonly [KeyObject | undefined, KeyObject] {
  try {
    if (!/ PRIVATE KEY-----/.test(pem)) return [undefined, createPublicKey(pem)]
    const secret = createPrivateKey(pem)
    return [secret, createPublicKey(secret)]
  } catch {
    // OpenSSL's message is dropped, because it may quote the key.
    throw invalid("it is no PEM text of a key that can be read")
  }
}
