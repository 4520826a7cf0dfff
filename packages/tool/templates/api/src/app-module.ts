import { openapi } from "@trivet/openapi"
import { health, module } from "trivet"
import { LoginModule } from "./login/login-module.ts"
import { NotesModule } from "./notes/notes-module.ts"
import { WelcomeModule } from "./welcome/welcome-module.ts"

/** The whole application: one module for each feature. */
export const AppModule = module({
  name: "app",
  imports: [
    LoginModule,
    NotesModule,
    WelcomeModule,
    // GET /health/live and /health/ready, for the platform that runs it.
    health(),
    // GET /docs, a page to read and try the routes. Not served in production.
    openapi({ title: "my-app", version: "0.1.0" }),
  ],
})
