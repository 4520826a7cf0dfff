/** How often something random is tried: in full with `ATTACKS=full`, enough to notice a mistake otherwise. */
export function rounds(full: number, short: number): number {
  return process.env["ATTACKS"] === "full" ? full : short
}
