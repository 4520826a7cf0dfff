// oxlint-disable import/no-cycle -- the mistake itself
import { Module } from "@nestjs/common"
import { OrdersModule } from "./orders.ts"

/** One of three modules whose files import each other. */
export class MailsModule {}
Module({ imports: [OrdersModule] })(MailsModule)
