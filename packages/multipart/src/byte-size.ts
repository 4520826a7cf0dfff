import { Fault } from "trivet"

/** A size: a number of bytes, or a text such as `"2 MB"`. 1 KB is 1,024 bytes. */
export type ByteSize = number | `${number} ${"KB" | "MB" | "GB"}`

const units: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** Parses a size to bytes. Throws a fault if it is invalid. */
export function bytesOf(size: ByteSize, what: string): number {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(?: (KB|MB|GB))?$/.exec(String(size)) ?? []
  const bytes = Math.floor(Number(count ?? Number.NaN) * (units[unit] ?? 1))
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes
  throw new Fault("OPTION_INVALID", { what, reason: `${JSON.stringify(size)} is no number of bytes` })
}

/** Formats a number of bytes for messages. */
export function wordsFor(bytes: number): string {
  const unit = (["GB", "MB", "KB"] as const).find((one) => bytes >= units[one]!)
  return unit === undefined ? `${bytes} bytes` : `${Number((bytes / units[unit]!).toFixed(1))} ${unit}`
}
