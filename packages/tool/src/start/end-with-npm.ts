// Runs in the application's process, before its entry file, where npm has started the tool.
import { endWithParent } from "./end-with-parent.ts"

endWithParent()
