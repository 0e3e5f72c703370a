import { Admin, Session } from '#contracts/admin.ts'
import { AuditEntry } from '#contracts/audit.ts'
import { Author } from '#contracts/author.ts'
import { Book } from '#contracts/book.ts'
import { Message } from '#contracts/contact.ts'
import { Picture } from '#contracts/item.ts'
import { Amount, Order } from '#contracts/order.ts'
import { OrderDetails, OrderSummary, Owners, SalesRow } from '#contracts/order-admin.ts'
import { Overview } from '#contracts/overview.ts'
import { Podcast, PodcastDetails } from '#contracts/podcast.ts'
import { Problem } from '#contracts/problem.ts'
import { Purchase } from '#contracts/purchase.ts'
import { Rate, RateStanding, RatesImported } from '#contracts/rate.ts'
import { SandboxPayment } from '#contracts/sandbox.ts'
import { ItemStatistics, Statistics } from '#contracts/statistics.ts'
import { FileLimits } from '#contracts/upload.ts'

/** Schemas with a name of their own in the API description. */
export const documentedSchemas = {
  ...{ Admin, Amount, AuditEntry, Author, Book, FileLimits, Message, Order, OrderDetails, OrderSummary, Overview, Owners },
  ...{ Picture, Podcast, PodcastDetails, Problem, Purchase, Rate, RateStanding, RatesImported, SalesRow, SandboxPayment, Session },
  ...{ ItemStatistics, Statistics },
}
