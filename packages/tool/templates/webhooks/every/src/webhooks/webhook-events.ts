import { dto, list } from "trivet"

/** The events that are sent. Add yours, and call `Webhooks.send()` where they happen. */
export const webhookEvents = ["note.created"] as const

/** The name of an event. */
export type WebhookEvent = (typeof webhookEvents)[number]

/** Where events are to be sent, and which ones. */
export const EndpointDTO = dto({
  url: "required,url,max=2000",
  events: list(`oneof=${webhookEvents.join("|")}` as `oneof=${WebhookEvent}`),
})
