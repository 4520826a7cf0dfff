const percent = 0x25

/**
 * Decodes percent escapes; `undefined` if one is malformed or their bytes are not UTF-8. Malformed escapes are found
 * before `decodeURIComponent` is called: its exception costs many times more than decoding, and a query can contain
 * thousands of them.
 */
export function decodeEscapes(text: string): string | undefined {
  let at = text.indexOf("%")
  if (at === -1) return text
  while (at !== -1) {
    const length = lengthOfCharacter(text, at)
    if (length === 0) return undefined
    at = text.indexOf("%", at + 3 * length)
  }
  return decodeURIComponent(text)
}

/** Number of escapes that encode the UTF-8 character that begins here: 1 to 4, or 0 if they are malformed. */
function lengthOfCharacter(text: string, at: number): number {
  const first = byteAt(text, at)
  if (first < 0x80) return first === -1 ? 0 : 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const second = byteAt(text, at + 3)
  // The range of the second byte is narrower after four of the first bytes. This excludes overlong forms, surrogates
  // and code points above U+10FFFF.
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < lowest || second > highest) return 0
  for (let index = 2; index < length; index++) {
    const next = byteAt(text, at + 3 * index)
    if (next < 0x80 || next > 0xbf) return 0
  }
  return length
}

/** The byte that an escape encodes; -1 if there is no valid escape. */
function byteAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== percent) return -1
  const high = digitOf(text.charCodeAt(at + 1))
  const low = digitOf(text.charCodeAt(at + 2))
  return high === -1 || low === -1 ? -1 : high * 16 + low
}

/** The value of a hexadecimal digit; -1 for anything else, including `NaN` at the end of the text. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
