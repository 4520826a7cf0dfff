const lower = "abcdefghijklmnopqrstuvwxyz"

/**
 * Placeholders for secrets in a test file: equal secrets have equal placeholders, different secrets different ones. A
 * placeholder has the shape of its secret (letters, digits, length), so that the same rules accept or reject it.
 */
export class StandIns {
  readonly #made = new Map<string, string>()

  of(secret: string): string {
    const known = this.#made.get(secret)
    if (known !== undefined) return known
    const taken = new Set([...this.#made.values(), secret])
    let made = shaped(secret, this.#made.size)
    // Short placeholders may collide: a few tries find another, if there is one.
    for (let attempt = 1; taken.has(made) && attempt < 50; attempt++)
      made = shaped(secret, this.#made.size + attempt * 1000)
    this.#made.set(secret, made)
    return made
  }
}

/** A text of the same shape, deterministic for a seed. */
function shaped(secret: string, seed: number): string {
  let state = (seed + 1) * 2_654_435_761
  const next = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % count
  }
  return Array.from(secret)
    .map((character) => {
      if (/[a-z]/.test(character)) return lower[next(26)]!
      if (/[A-Z]/.test(character)) return lower[next(26)]!.toUpperCase()
      if (/\d/.test(character)) return String(next(10))
      // With the same number of bytes: some hashes have a limit.
      if (/\p{L}/u.test(character))
        return character.codePointAt(0)! < 0x800 ? "é" : character.length > 1 ? "𝒜" : "語"
      return character
    })
    .join("")
}
