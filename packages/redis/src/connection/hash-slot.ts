/** The number of slots of a cluster. */
export const slotCount = 16_384

// CRC-16/XMODEM, with which Redis assigns keys to slots.
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ ((remainder & 0x8000) === 0 ? 0 : 0x1021)
  return remainder
})

const runsProgram = /^(?:EVAL|EVALSHA|FCALL)(?:_RO)?$/i

/**
 * The slot of a command's first key: the first argument, or for a script the one after the number of keys. A few
 * commands have it elsewhere; the node that gets them redirects them.
 */
export function slotOf(command: readonly string[]): number | undefined {
  const [name = "", first] = command
  if (!runsProgram.test(name)) return first === undefined ? undefined : slotOfKey(first)
  return command[2] === "0" || command[3] === undefined ? undefined : slotOfKey(command[3])
}

/**
 * Of a key with braces, only the hash tag is hashed: the text between the first `{` and the next `}`, if it is not
 * empty.
 */
export function slotOfKey(key: string): number {
  const open = key.indexOf("{")
  const close = open === -1 ? -1 : key.indexOf("}", open)
  let remainder = 0
  for (const byte of Buffer.from(close > open + 1 ? key.slice(open + 1, close) : key))
    remainder = ((remainder << 8) & 0xffff) ^ remainders[(remainder >> 8) ^ byte]!
  return remainder % slotCount
}
