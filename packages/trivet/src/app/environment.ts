/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

let isFileRead = false

/**
 * The environment of this process. In development a file `.env` in the current folder adds what is not set; never in
 * production, and never in tests, which must not depend on one developer's file.
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
