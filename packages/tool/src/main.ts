#!/usr/bin/env node
import { module } from "trivet"
import { run } from "trivet/cli"

await run(module({ name: "tool" }), { name: "trivet" })
