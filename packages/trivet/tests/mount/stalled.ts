/** Waits until a number has stopped growing. Gives it, or the first value above `most`. */
export async function stalled(value: () => number, most: number): Promise<number> {
  let last = -1
  for (let same = 0; same < 10 && value() <= most;) {
    const now = value()
    same = now === last && now > 0 ? same + 1 : 0
    last = now
    await new Promise((go) => setTimeout(go, 20))
  }
  return value()
}
