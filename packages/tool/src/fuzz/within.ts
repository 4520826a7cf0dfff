/** The result of a promise; `late` if it is not settled by `until`, in the time of `performance.now()`. */
export async function within<T, Late>(work: Promise<T>, until: number, late: Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<Late>((give) => {
    timer = setTimeout(give, Math.max(0, until - performance.now()), late)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
