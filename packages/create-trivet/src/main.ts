#!/usr/bin/env node
import { create } from "@trivet/tool/create"

await create(process.argv.slice(2))
