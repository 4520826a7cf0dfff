/** The heap size in bytes after garbage collections; `undefined` without `--expose-gc`. */
export async function heapAfterCollection(): Promise<number | undefined> {
  const { gc } = globalThis as { readonly gc?: () => void }
  if (gc === undefined) return undefined
  // Objects held by finalizers or promises are freed by the next collection.
  for (let round = 0; round < 3; round++) {
    gc()
    await new Promise((wake) => setTimeout(wake, 10))
  }
  // Without buffers, which hold the pages of a database inside of the process.
  return process.memoryUsage().heapUsed
}
