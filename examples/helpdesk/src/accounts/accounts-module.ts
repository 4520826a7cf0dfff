import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { JobsModule } from "../jobs/jobs-module.ts"
import { LimitsModule } from "../limits/limits-module.ts"
import { MailModule } from "../mail/mail-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { AccountController } from "./account-controller.ts"
import { AccountJobs } from "./account-jobs.ts"
import { AccountLinks } from "./account-links.ts"
import { AccountMailer } from "./account-mailer.ts"
import { AccountsStore } from "./accounts-store.ts"
import { DeletionService } from "./deletion-service.ts"
import { EmailService } from "./email-service.ts"
import { LinkController } from "./link-controller.ts"
import { KeyService } from "./key-service.ts"
import { KeysController } from "./keys-controller.ts"
import { OwnPassword } from "./own-password.ts"
import { PasswordService } from "./password-service.ts"
import { OrganisationsModule } from "../organisations/organisations-module.ts"

/** What users do with their accounts: verify an address, reset and change a password, end sessions, create and end API keys, delete the account. */
export const AccountsModule = module({
  name: "accounts",
  imports: [
    CredentialsModule,
    DatabaseModule,
    JobsModule,
    LimitsModule,
    MailModule,
    UsersModule,
    OrganisationsModule,
  ],
  exports: [AccountsStore, EmailService],
  declarations: [
    AccountController,
    AccountJobs,
    AccountLinks,
    AccountMailer,
    AccountsStore,
    DeletionService,
    EmailService,
    LinkController,
    KeyService,
    KeysController,
    OwnPassword,
    PasswordService,
  ],
})
