import { module } from "trivet"
import { SiteModule } from "../site/site-module.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { DeskController } from "./desk-controller.ts"
import { FilesController } from "./files-controller.ts"

/** The pages of tickets. */
export const DeskModule = module({
  name: "desk",
  imports: [SiteModule, TicketsModule],
  declarations: [DeskController, FilesController],
})
