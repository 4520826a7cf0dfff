/** Whether npm, or another that runs scripts of package.json, has started this process: then a shell may stand between. */
export function isStartedByNpm(): boolean {
  return process.env["npm_lifecycle_event"] !== undefined
}
