import { openapi } from "@trivet/openapi"
import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { PaymentsModule } from "../payments/payments-module.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { TicketsApiController } from "./tickets-api.ts"

const DocsModule = openapi({
  title: "Help desk",
  version: "1.0.0",
  description: "Tickets, for programs that act for a user with an API key.",
  // Pages are for people.
  include: ({ path }) => path.startsWith("/api/"),
})

/** The API, with its document. */
export const ApiModule = module({
  name: "api",
  imports: [CredentialsModule, TicketsModule, PaymentsModule, DocsModule],
  declarations: [TicketsApiController],
})
