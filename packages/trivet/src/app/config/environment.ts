/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

let isFileRead = false

/**
 * The environment of this process. In development, a file `.env` in the current folder adds variables that are not set.
 * It is not read in production or in tests, which must not depend on a developer's file.
 */
export function readEnvironment(): Environment {
  if (typeof process !== "object" || process.env === undefined) return {}
  const { NODE_ENV: mode, NODE_TEST_CONTEXT: test } = process.env
  if (!isFileRead && mode !== "production" && mode !== "test" && test === undefined) readFile()
  isFileRead = true
  return process.env
}

function readFile(): void {
  try {
    process.loadEnvFile?.()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
}
