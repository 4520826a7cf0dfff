import { module, type Module } from "trivet"
import { FeatureCommands } from "./accounts/feature-commands.ts"
import { AppCommand } from "./app/app-command.ts"
import { CheckCommand } from "./check/check-command.ts"
import { DevCommand } from "./dev/dev-command.ts"
import { DiffCommand } from "./diff/diff-command.ts"
import { ExplainCommand } from "./explain/explain-command.ts"
import { ExplainFaultCommand } from "./explain/explain-fault-command.ts"
import { FuzzCommand } from "./fuzz/fuzz-command.ts"
import { ModuleCommand } from "./generate/module-command.ts"
import { GraphCommand } from "./graph/graph-command.ts"
import { Applications } from "./inspect/applications.ts"
import { RoutesCommand } from "./routes/routes-command.ts"
import { StartCommand } from "./start/start-command.ts"

/** The tool as an application: its routes are its commands. */
export const ToolModule: Module = module({
  name: "tool",
  declarations: [
    AppCommand,
    Applications,
    CheckCommand,
    DevCommand,
    DiffCommand,
    ExplainCommand,
    ExplainFaultCommand,
    FeatureCommands,
    FuzzCommand,
    GraphCommand,
    ModuleCommand,
    RoutesCommand,
    StartCommand,
  ],
})
