import type { TextEdit } from "../edit/text-edit.ts"

/** The templates whose applications can have accounts. */
export type AccountsPlatform = "web" | "api"

/** Settings for mails. An API has a secret beside the database; a site has none. */
function settings(secret: string): readonly TextEdit[] {
  const own = ["...always", `DATABASE_URL: "required"`, ...(secret === "" ? [] : [secret])]
  const all = [...own, `MAIL_FROM: "required"`, `MAIL_URL: "required"`, `SITE_URL: "required"`]
  return [
    {
      file: "src/settings.ts",
      find: `  TRUSTED_PROXIES: "",\n`,
      put: `  TRUSTED_PROXIES: "",\n  MAIL_FROM: "",\n  MAIL_URL: "",\n  SITE_URL: "",\n`,
    },
    {
      file: "src/settings.ts",
      find: `const Production = dto({ ${own.join(", ")} })`,
      put: `const Production = dto({\n${all.map((line) => `  ${line},\n`).join("")}})`,
    },
  ]
}

const credentials: readonly TextEdit[] = [
  {
    file: "src/credentials/credentials-module.ts",
    find: `import { Settings } from "../settings.ts"\n`,
    put: `import { Settings } from "../settings.ts"\nimport { ApiKeysModule } from "./api-keys-module.ts"\n`,
  },
  {
    file: "src/credentials/credentials-module.ts",
    find: `  imports: [StoreModule],\n`,
    put: `  imports: [StoreModule, ApiKeysModule],\n  apiKeys: true,\n`,
  },
]

const web: readonly TextEdit[] = [
  {
    file: "src/database/database-module.ts",
    find: `import { postgres } from "@trivet/postgres"\n`,
    put: `import { jobMigrations } from "@trivet/jobs"\nimport { postgres } from "@trivet/postgres"\n`,
  },
  {
    file: "src/database/database-module.ts",
    find: `export const migrations = [`,
    put: `export const migrations = [jobMigrations, `,
  },
  {
    file: "src/login/login-controller.ts",
    find: `import { RegisterDTO } from`,
    put: `import { EmailService } from "../accounts/email-service.ts"\nimport { RegisterDTO } from`,
  },
  {
    file: "src/login/login-controller.ts",
    find: `  readonly #events = inject(SecurityEvents)\n`,
    put: `  readonly #events = inject(SecurityEvents)\n  readonly #emails = inject(EmailService)\n`,
  },
  {
    file: "src/login/login-controller.ts",
    find: `    await this.#begin(ctx, made.user.id, made.generation)\n    flash(`,
    put: `    await this.#emails.verifyNew(made.user, made.generation)\n    await this.#begin(ctx, made.user.id, made.generation)\n    flash(`,
  },
  {
    file: "src/login/sign-in-view.ts",
    find: "        <button>Sign in</button>\n      </form>`",
    put: '        <button>Sign in</button>\n      </form>\n      <p><a href="/forgot-password">Forgot your password?</a></p>`',
  },
  {
    file: "src/site/layout.ts",
    find: '  return html`<form method="post" action="/sign-out">',
    put: '  return html`<a href="/account">Account</a>\n    <form method="post" action="/sign-out">',
  },
]

const api: readonly TextEdit[] = [
  {
    file: "src/welcome/welcome-jobs.ts",
    find: `import { UsersStore } from`,
    put: `import { AccountMailer } from "../accounts/account-mailer.ts"\nimport { UsersStore } from`,
  },
  {
    file: "src/welcome/welcome-jobs.ts",
    find: `  readonly #log = inject(Log)\n`,
    put: `  readonly #log = inject(Log)\n  readonly #mailer = inject(AccountMailer)\n`,
  },
  {
    file: "src/welcome/welcome-jobs.ts",
    find: `    this.#log.info({ user_id, job`,
    put: `    await this.#mailer.verify(user)\n    this.#log.info({ user_id, job`,
  },
]

const readme: TextEdit = {
  file: "README.md",
  find: "- `src/database/`: tables and migrations.",
  put: "- `src/accounts/`: verification, password reset, changes, API keys and deletion. `src/mail/`, `src/jobs/`: how mails are sent.\n- `src/database/`: tables and migrations.",
}

/** The edits of an application's files, by the template that it was made from. */
export const accountEdits: Readonly<Record<AccountsPlatform, readonly TextEdit[]>> = {
  web: [...settings(""), ...credentials, ...web, readme],
  api: [...settings(`JWT_SECRET: "required,min=32"`), ...credentials, ...api, readme],
}

/** The modules that import the new one, beside the root module. */
export const accountImporters: Readonly<Record<AccountsPlatform, string>> = {
  web: "src/login/login-module.ts",
  api: "src/welcome/welcome-module.ts",
}

/** The packages that the new code needs. */
export const accountPackages: readonly string[] = ["@trivet/jobs", "@trivet/mail"]

/** The lines that are added to `.env.example`. */
export const accountVariables = `
# The server that sends mails: smtp://user:password@host:587, or smtps:// for TLS from the start. Production needs it. Unless
# set, mails are not sent: the dashboard of npm run dev shows the last ones.
#MAIL_URL=smtp://127.0.0.1:1025

# The sender of mails. Production needs it.
#MAIL_FROM=my-app@example.com

# How the links in mails begin: the address of the site, or of the front end of an API. Production needs it. Unless set, a site's
# links lead to localhost, and an API, which has no pages, mails the request to send instead.
#SITE_URL=https://my-app.example.com
`
