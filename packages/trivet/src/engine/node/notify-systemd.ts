import { execFile } from "node:child_process"
import type { Log } from "../../log/log.ts"
import type { Served } from "./served.ts"

/**
 * Tells systemd that the process serves, and from then on that its event loop turns, if the unit asks for it
 * (`Type=notify`, `WatchdogSec=`). Node cannot write to systemd's kind of socket, so `systemd-notify` does it.
 */
export function notifySystemd(served: Served, log: Log): void {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds = "" } = process.env
  if (socket === undefined) return
  const notify = (...what: string[]) =>
    execFile("systemd-notify", what, (error) => {
      if (error !== null) log.error({ err: error }, "cannot notify systemd")
    })
  notify("--ready", "--status=serving")
  const interval = Number(microseconds) / 2_000
  if (!(interval > 0)) return
  const timer = setInterval(() => {
    if (served.ready) notify("WATCHDOG=1")
    // The limit for stopping is another one: `TimeoutStopSec=`.
    else clearInterval(timer)
  }, interval).unref()
}
