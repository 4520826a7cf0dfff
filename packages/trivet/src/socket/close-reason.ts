const encoder = new TextEncoder()
/** A frame that closes has room for so many bytes of a reason. */
const longest = 123

/** A text as the reason of a close: cut where it is too long. */
export function closeReason(text: string): string {
  let short = text.slice(0, longest)
  while (encoder.encode(short).length > longest) short = short.slice(0, -1)
  return short.toWellFormed()
}
