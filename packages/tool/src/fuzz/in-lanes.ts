/** Runs tasks, several at a time, until all are done or the time is up. Returns whether all were done. */
export async function inLanes<T>(
  tasks: Iterable<T>,
  lanes: number,
  deadline: number,
  run: (task: T) => Promise<unknown>,
): Promise<boolean> {
  const iterator = tasks[Symbol.iterator]()
  let done = false
  const lane = async () => {
    while (performance.now() < deadline) {
      const next = iterator.next()
      if (next.done === true) {
        done = true
        return
      }
      await run(next.value)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}

/** Shuffles a list by a seed. */
export function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  let state = seed >>> 0 || 1
  // A linear congruential generator is enough: nothing depends on its quality.
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  return list
    .map((one) => ({ one, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** The items of several lists, alternating. */
export function* inTurn<T>(lists: readonly Iterable<T>[]): Generator<T> {
  let open = lists.map((list) => list[Symbol.iterator]())
  while (open.length > 0) {
    const left: Iterator<T>[] = []
    for (const iterator of open) {
      const next = iterator.next()
      if (next.done === true) continue
      yield next.value
      left.push(iterator)
    }
    open = left
  }
}
