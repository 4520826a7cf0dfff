/** Does some work with every item, two at a time, and gives the results in the order of the items. */
export async function twoAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  // Both take from the same list.
  const takeAll = async () => {
    for (const [at, item] of left) results[at] = await work(item)
  }
  await Promise.all([takeAll(), takeAll()])
  return results
}
