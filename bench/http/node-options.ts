/**
 * What every server but `bare` gives to Node: requests without a body need no stream. Trivet sets it by itself; the
 * others let it be set.
 */
export const nodeOptions = { optimizeEmptyRequests: true } as const
