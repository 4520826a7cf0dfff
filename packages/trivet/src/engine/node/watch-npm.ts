/** How often a process looks whether npm's shell is still there, in milliseconds. */
const interval = 250

/** Of the moment when this file is loaded: while an application starts, npm may end. */
const parent = process.ppid

/**
 * Calls back when npm, or the shell in which it runs a script, is gone. A SIGTERM for `npm start` ends only those two:
 * the shell does not pass it on, and the server would stay behind with its port. The timer keeps no process alive.
 * Gives what ends the watch.
 */
export function watchNpm(gone: () => void): () => void {
  if (process.env["npm_lifecycle_event"] === undefined) return () => undefined
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, interval).unref()
  return () => clearInterval(timer)
}
