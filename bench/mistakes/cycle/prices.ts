// oxlint-disable import/no-cycle -- the mistake itself
import { Module } from "@nestjs/common"
import { MailsModule } from "./mails.ts"

/** One of three modules whose files import each other. */
export class PricesModule {}
Module({ imports: [MailsModule] })(PricesModule)
