// Bundles for edge runtimes have no address at run time, whatever the declared type says.
const address = import.meta.url as string | undefined

/**
 * The address of the folder that holds the framework's files: the package's folder once built, `src` before. `undefined`
 * where the runtime gives modules no address, or none with folders.
 */
export const ownFolder: string | undefined = findFolder()

/** The same folder in the spellings that frames of a stack have: runtimes write addresses or paths. */
export const ownPaths: readonly string[] = ownFolder === undefined ? [] : spellings(new URL(ownFolder))

function findFolder(): string | undefined {
  if (address === undefined || !URL.canParse("..", address)) return undefined
  const folder = new URL("..", address)
  return folder.pathname === "/" ? undefined : folder.href
}

function spellings({ pathname }: URL): readonly string[] {
  return [pathname, decodeURI(pathname)]
}
