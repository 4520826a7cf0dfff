export { cli } from "./platform/cli/cli.ts"
export { createProgress, type Progress, type ProgressOptions } from "./engine/argv/progress.ts"
export { run, type RunOptions } from "./engine/argv/run.ts"
