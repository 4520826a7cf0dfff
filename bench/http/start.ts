/** Starts a server on a port that the system chooses, at 127.0.0.1, and gives that port. */
export type Start = () => number | Promise<number>
