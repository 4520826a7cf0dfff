// In bundles for edge runtimes, `import.meta.url` is `undefined`, although its type is `string`.
const address = import.meta.url as string | undefined

/**
 * The URL of the folder that contains the framework's files: the package's folder once built, `src` before. `undefined`
 * if the runtime gives modules no URL, or one without folders.
 */
export const ownFolder: string | undefined = findFolder()

/** The same folder as it appears in stack frames: runtimes write URLs or paths. */
export const ownPaths: readonly string[] = ownFolder === undefined ? [] : spellings(new URL(ownFolder))

function findFolder(): string | undefined {
  if (address === undefined || !URL.canParse("..", address)) return undefined
  const folder = new URL("..", address)
  return folder.pathname === "/" ? undefined : folder.href
}

function spellings({ pathname }: URL): readonly string[] {
  return [pathname, decodeURI(pathname)]
}
