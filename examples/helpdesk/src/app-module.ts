import { health, module } from "trivet"
import { ApiModule } from "./api/api-module.ts"
import { DeskModule } from "./desk/desk-module.ts"
import { QueuesPageModule } from "./jobs/queues-page-module.ts"
import { LoginModule } from "./login/login-module.ts"
import { NoticesModule } from "./notices/notices-module.ts"
import { OperatorsModule } from "./operators/operators-module.ts"
import { OrgTicketsModule } from "./org-tickets/org-tickets-module.ts"
import { SiteModule } from "./site/site-module.ts"

/** The whole help desk on one tree: pages, API, jobs and commands. */
export const AppModule = module({
  name: "app",
  // health() answers GET /health/live and /health/ready, for the platform that runs it.
  imports: [
    SiteModule,
    LoginModule,
    DeskModule,
    ApiModule,
    NoticesModule,
    OperatorsModule,
    QueuesPageModule,
    health(),
    OrgTicketsModule,
  ],
})
