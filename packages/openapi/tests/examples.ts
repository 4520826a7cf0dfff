import { type AppOptions, type Module, provide } from "trivet"
import { AppModule as auth } from "../../../examples/auth/src/app-module.ts"
import {
  Settings as AuthSettings,
  settingsOf as authSettingsOf,
} from "../../../examples/auth/src/settings.ts"
import { AppModule as blog } from "../../../examples/blog/src/app-module.ts"
import {
  Settings as BlogSettings,
  settingsOf as blogSettingsOf,
} from "../../../examples/blog/src/settings.ts"
import { ApiModule as helpdesk } from "../../../examples/helpdesk/src/api/api-module.ts"
import { Settings as HelpdeskSettings } from "../../../examples/helpdesk/src/settings.ts"
import { AppModule as versions } from "../../../examples/versions/src/app-module.ts"

/** An example as documents are made of it, and calls made to it. */
export interface Example {
  readonly root: Module
  /** What its `main.ts` gives it beside the platform, with the database of this address. */
  readonly options?: (database: string) => Partial<AppOptions>
  /** What its bearer middleware takes. Without it, calls that need credentials are refused, and that is checked. */
  readonly token?: string
  /** It refuses more than a schema can say, such as a cursor of another list: a call that keeps its document may be 400. */
  readonly refusesMore?: boolean
  /** All its routes need an API key, which random calls do not have: only its document is tested. */
  readonly needsKey?: boolean
}

// The cheapest hash: what matters here is that replies agree with their documents.
const environmentOn = (database: string) => ({
  DATABASE_URL: database,
  BCRYPT_COST: "4",
  RATE_LIMIT: "off",
})

/** Every example with routes to document: add yours here. */
export const examples: Readonly<Record<string, Example>> = {
  versions: { root: versions, token: "letmein" },
  auth: {
    root: auth,
    options: (database) => ({
      provide: [provide(AuthSettings, () => authSettingsOf(environmentOn(database)))],
    }),
    refusesMore: true,
  },
  helpdesk: {
    root: helpdesk,
    options: (database) => {
      const settings: HelpdeskSettings = { DATABASE_URL: database, BCRYPT_COST: 4, RATE_LIMIT: "off" }
      return { provide: [provide(HelpdeskSettings, () => settings)] }
    },
    needsKey: true,
  },
  blog: {
    root: blog,
    options: (database) => ({
      provide: [provide(BlogSettings, () => blogSettingsOf(environmentOn(database)))],
    }),
    refusesMore: true,
  },
}
