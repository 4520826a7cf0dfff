import { isIP } from "node:net"
import { fault } from "../faults.ts"

/** An S3 bucket, and how to reach it. */
export interface S3Target {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  /** A text before every key, with `/` at its end; empty for none. */
  readonly prefix: string
}

/** Reads `s3://key:secret@host:port/bucket/prefix?region=eu-central-1`. */
export function s3TargetOf(text: string): S3Target {
  const url = URL.parse(text.replace(/^s3:/, "https:"))
  if (url === null || !text.startsWith("s3://")) throw invalid("it is no URL")
  const [bucket = "", ...folders] = url.pathname.split("/").filter((part) => part !== "")
  if (bucket === "") throw invalid("it names no bucket")
  if (!folders.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part)))
    throw invalid("its prefix has other characters than letters, digits, `-`, `_` and `.`")
  const { username, password, searchParams } = url
  if (username === "" || password === "") throw invalid("it has no access key and secret")
  for (const name of searchParams.keys())
    if (name !== "region" && name !== "tls") throw invalid("it has parameters other than `region` and `tls`")
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const tls = searchParams.get("tls") ?? (isLoopback(host) ? "off" : "required")
  if (tls !== "off" && tls !== "required") throw invalid("`tls` is neither `off` nor `required`")
  return {
    endpoint: `${tls === "off" ? "http" : "https"}://${url.host}/${bucket}`,
    accessKeyId: decoded(username),
    secretAccessKey: decoded(password),
    region: searchParams.get("region") ?? "us-east-1",
    prefix: folders.map((part) => `${part}/`).join(""),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid("the key or the secret has a `%` that encodes no character")
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
}

function invalid(reason: string): Error {
  return fault("FILES_URL_INVALID", { reason })
}
