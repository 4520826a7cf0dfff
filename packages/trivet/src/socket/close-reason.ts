/** A text as the reason of a close: cut where it is longer than the 123 bytes that a frame has for it. */
export function closeReason(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(123))
  return text.slice(0, read).toWellFormed()
}
