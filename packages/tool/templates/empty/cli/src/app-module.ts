import { module } from "trivet"
import { HelloModule } from "./hello/hello-module.ts"

/** The whole program: one module for each feature. */
export const AppModule = module({ name: "app", imports: [HelloModule] })
