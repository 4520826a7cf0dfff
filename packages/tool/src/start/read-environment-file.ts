/** Reads `.env` as `config()` of the framework does, for programs that do not call it. Existing variables are kept. */
export function readEnvironmentFile(): void {
  const { NODE_ENV: mode } = process.env
  if (mode === "production" || mode === "test") return
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
}
