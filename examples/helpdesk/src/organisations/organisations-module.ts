import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { MailModule } from "../mail/mail-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { InvitationJobs } from "./invitation-jobs.ts"
import { InvitationLinks } from "./invitation-links.ts"
import { InvitationsController } from "./invitations-controller.ts"
import { JoinController } from "./join-controller.ts"
import { MembersService } from "./members-service.ts"
import { OrgMember } from "./org-member.ts"
import { OrgPages } from "./org-pages.ts"
import { OrganisationsController } from "./organisations-controller.ts"
import { OrganisationsStore } from "./organisations-store.ts"

/** Organisations, and roles in them. */
export const OrganisationsModule = module({
  name: "organisations",
  imports: [CredentialsModule, DatabaseModule, JobsModule, LimitsModule, MailModule, UsersModule],
  exports: [MembersService, OrganisationsStore, OrgMember, OrgPages],
  declarations: [
    InvitationJobs,
    InvitationLinks,
    InvitationsController,
    JoinController,
    MembersService,
    OrgMember,
    OrgPages,
    OrganisationsController,
    OrganisationsStore,
  ],
})
