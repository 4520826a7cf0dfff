import { module } from "trivet"
import { HomeController } from "./home-controller.ts"

/** The first page. */
export const HomeModule = module({ name: "home", declarations: [HomeController] })
