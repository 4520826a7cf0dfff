import { module } from "trivet"
import { AuthEvents } from "./auth-events.ts"

/** The log of authentication events. */
export const EventsModule = module({ name: "events", exports: [AuthEvents], declarations: [AuthEvents] })
