/** The bytes of the heap after garbage collections; `undefined` without `--expose-gc`. */
export async function heapAfterCollection(): Promise<number | undefined> {
  const { gc } = globalThis as { readonly gc?: () => void }
  if (gc === undefined) return undefined
  // What a finalizer or a promise still holds is freed by the next one.
  for (let round = 0; round < 3; round++) {
    gc()
    await new Promise((wake) => setTimeout(wake, 10))
  }
  // Without buffers: a database inside of the process has its pages there.
  return process.memoryUsage().heapUsed
}
