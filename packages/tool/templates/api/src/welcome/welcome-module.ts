import { module } from "trivet"
import { JobsModule } from "../jobs/jobs-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { WelcomeJobs } from "./welcome-jobs.ts"

/** What happens after a sign-up. */
export const WelcomeModule = module({
  name: "welcome",
  imports: [JobsModule, UsersModule],
  declarations: [WelcomeJobs],
})
