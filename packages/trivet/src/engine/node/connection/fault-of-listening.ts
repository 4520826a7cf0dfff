import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"

const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not use this port",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no machine has this name",
}

/** The fault of an error of the operating system that says what to do; the error itself if it is none of these. */
export function faultOfListening(
  error: NodeJS.ErrnoException,
  { port, host }: { readonly port: number; readonly host: string | undefined },
  where: string | undefined,
): Error {
  const address = host === undefined ? `port ${port}` : `${host}:${port}`
  if (error.code === "EADDRINUSE")
    return printedFault(new Fault("ADDRESS_IN_USE", { address, port }, { where }))
  const reason = reasons[error.code ?? ""]
  return reason === undefined
    ? error
    : printedFault(new Fault("ADDRESS_REFUSED", { address, reason }, { where, cause: error }))
}
