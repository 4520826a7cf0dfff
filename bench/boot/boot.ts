/** One call to an application that is ready: the JSON it answers. */
export type Ask = (path: string) => Promise<unknown>

/** Starts the application that a file has declared, until it could serve; then calls can be made. */
export type Boot = () => Promise<Ask>
