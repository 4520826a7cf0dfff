import { multipart } from "@trivet/multipart"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { NotebookModule } from "./notebook-module.ts"

await serve(NotebookModule, { platform: api({ bodies: [multipart()] }), guards: "required" })
