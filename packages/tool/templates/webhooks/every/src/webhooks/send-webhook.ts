import { type NamedToken, token } from "trivet"
import type { fetchPublic } from "trivet/node"

/** What sends a webhook: `fetchPublic()`, which connects to the internet only. Tests replace it to reach a server of theirs. */
export type SendWebhook = typeof fetchPublic

/** What sends a webhook, for injection. */
export const SendWebhook: NamedToken<SendWebhook> = token<SendWebhook>("SendWebhook")
