import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** A certificate for `localhost` that nobody has signed, and its key, as files. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
}

/** Makes one in a folder, with openssl. */
export function createCertificate(folder: string): Certificate {
  const [certificate, key] = [join(folder, "site.pem"), join(folder, "site.key")]
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2"]
  const named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
  execFileSync("openssl", ["req", "-x509", ...made, ...named, "-out", certificate, "-keyout", key], {
    stdio: "pipe",
  })
  return { certificate, key }
}
