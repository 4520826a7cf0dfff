// oxlint-disable-next-line import/no-unassigned-import -- it instruments `node:http` before the server is imported
import "../register-stock.ts"

export { start } from "../../http/servers/bare.ts"
