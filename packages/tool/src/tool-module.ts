import { module, type Module } from "trivet"
import { AppCommand } from "./app/app-command.ts"
import { CheckCommand } from "./check/check-command.ts"
import { ExplainCommand } from "./explain/explain-command.ts"
import { ModuleCommand } from "./generate/module-command.ts"
import { GraphCommand } from "./graph/graph-command.ts"
import { Applications } from "./inspect/applications.ts"
import { RoutesCommand } from "./routes/routes-command.ts"

/** The tool as an application: its routes are its commands. */
export const ToolModule: Module = module({
  name: "tool",
  declarations: [
    AppCommand,
    Applications,
    CheckCommand,
    ExplainCommand,
    GraphCommand,
    ModuleCommand,
    RoutesCommand,
  ],
})
