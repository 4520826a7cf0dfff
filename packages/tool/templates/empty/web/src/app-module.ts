import { health, module } from "trivet"
import { HomeModule } from "./home/home-module.ts"
import { LoginModule } from "./login/login-module.ts"
import { SiteModule } from "./site/site-module.ts"

/** The whole site: one module for each feature. */
export const AppModule = module({
  name: "app",
  // health() answers GET /health/live and /health/ready, for the platform that runs it.
  imports: [SiteModule, LoginModule, HomeModule, health()],
})
