/** Whether npm, or another runner of package.json scripts, has started this process: there may be a shell in between. */
export function isStartedByNpm(): boolean {
  return process.env["npm_lifecycle_event"] !== undefined
}
