import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { MailQueueModule } from "../mail/mail-queue-module.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { PaymentsController } from "./payments-controller.ts"
import { Payments } from "./payments.ts"
import { Stripe } from "./stripe.ts"

/** Payments for fast answers. Off unless the settings have the keys of the payment service. */
export const PaymentsModule = module({
  name: "payments",
  imports: [CredentialsModule, DatabaseModule, JobsModule, MailQueueModule, TicketsModule],
  declarations: [Payments, PaymentsController, Stripe],
})
