/** The bytes of the heap and of buffers after garbage collections; `undefined` without `--expose-gc`. */
export async function heapAfterCollection(): Promise<number | undefined> {
  const { gc } = globalThis as { readonly gc?: () => void }
  if (gc === undefined) return undefined
  // What a finalizer or a promise still holds is freed by the next one.
  for (let round = 0; round < 3; round++) {
    gc()
    await new Promise((wake) => setTimeout(wake, 10))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
