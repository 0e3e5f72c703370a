import { Admin, Session } from '#contracts/admin/admin.ts'
import { AuditEntry } from '#contracts/admin/audit.ts'
import { Overview } from '#contracts/admin/overview.ts'
import { ItemStatistics, Statistics } from '#contracts/admin/statistics.ts'
import { Author } from '#contracts/catalogue/author.ts'
import { Book } from '#contracts/catalogue/book.ts'
import { Picture } from '#contracts/catalogue/item.ts'
import { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import { Problem } from '#contracts/common/problem.ts'
import { FileLimits } from '#contracts/common/upload.ts'
import { Amount, Order } from '#contracts/shop/order.ts'
import { OrderDetails, OrderSummary, Owners, SalesRow } from '#contracts/shop/order-admin.ts'
import { Purchase } from '#contracts/shop/purchase.ts'
import { Rate, RateStanding, RatesImported } from '#contracts/shop/rate.ts'
import { TestGatewayPayment } from '#contracts/shop/test-gateway.ts'
import { Message } from '#contracts/site/contact.ts'

/** Schemas with a name of their own in the API description. */
export const documentedSchemas = {
  ...{ Admin, Amount, AuditEntry, Author, Book, FileLimits, Message, Order, OrderDetails, OrderSummary, Overview, Owners },
  ...{ Picture, Podcast, PodcastDetails, Problem, Purchase, Rate, RateStanding, RatesImported, SalesRow, TestGatewayPayment, Session },
  ...{ ItemStatistics, Statistics },
}
