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

/** Descriptions of the tags that group the operations of the API description. */
export const documentedTags = {
  access: 'Client ids of browsers, and opening an item',
  admins: 'Accounts of administrators',
  audit: 'Record of the actions of administrators',
  authors: 'Authors of books and hosts of episodes',
  books: 'Books of the catalogue',
  contact: 'Messages to the shop',
  health: 'Readiness and liveness for load balancers and monitors',
  media: 'Stored files, and the pages and texts of books',
  orders: 'Orders and their payments',
  overview: 'State of the site for administrators',
  podcasts: 'Episodes with their chapters and transcripts',
  purchases: 'Items that a browser or an email address owns',
  rates: 'Exchange rates',
  sales: 'Sums of payments and refunds',
  search: 'Search in books, episodes, authors and texts',
  sessions: 'Sign-in of administrators',
  site: 'Texts and settings of the site',
  statistics: 'Views and listening of items',
  'test gateway': 'Payments that move no money',
  transfer: 'Import and export of books and episodes as tables',
  uploads: 'Resumable uploads of large files',
}

/** Named schemas of the API description. */
export const documentedSchemas = {
  Admin,
  Amount,
  AuditEntry,
  Author,
  Book,
  FileLimits,
  Message,
  Order,
  OrderDetails,
  OrderSummary,
  Overview,
  Owners,
  Picture,
  Podcast,
  PodcastDetails,
  Problem,
  Purchase,
  Rate,
  RateStanding,
  RatesImported,
  SalesRow,
  TestGatewayPayment,
  Session,
  ItemStatistics,
  Statistics,
}
