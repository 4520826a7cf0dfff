/**
 * The environment variable that says whose errors are explained: `program <process id>`, or `workers of <process id>` for
 * a supervisor and the workers that it starts.
 */
export const startVariable = "TRIVET_TOOL_START"
