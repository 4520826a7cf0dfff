/** As much may wait for one client of the room. */
export const bufferedBytes = 262_144

/** What the server does: waits until so many clients are stalled, or publishes so many messages, one in so many milliseconds. */
export type ServerTask = { readonly stall: number } | { readonly publish: number; readonly every: number }

/** How many clients were stalled when it began, and the most bytes that waited for one client in the server's process. */
export interface Published {
  readonly stalled: number
  readonly mostWaiting: number
}
