import { module, provide } from "trivet"
import { fetchPublic } from "trivet/node"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { MailModule } from "../mail/mail-module.ts"
import { DeliveriesStore } from "./deliveries-store.ts"
import { EndpointsController } from "./endpoints-controller.ts"
import { EndpointsStore } from "./endpoints-store.ts"
import { OwnEndpoint } from "./own-endpoint.ts"
import { SendWebhook } from "./send-webhook.ts"
import { WebhookJobs } from "./webhook-jobs.ts"
import { Webhooks } from "./webhooks.ts"

/** Webhooks that the application sends to the endpoints of its users. */
export const WebhooksModule = module({
  name: "webhooks",
  imports: [CredentialsModule, DatabaseModule, JobsModule, MailModule],
  exports: [Webhooks],
  declarations: [
    DeliveriesStore,
    EndpointsController,
    EndpointsStore,
    OwnEndpoint,
    provide(SendWebhook, () => fetchPublic),
    WebhookJobs,
    Webhooks,
  ],
})
