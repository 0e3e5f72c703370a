import type { LostMail } from '#contracts/common/mail-state.ts'
import type { Transact } from '#server/platform/database/database.ts'
import type { Mail, MailMessage } from '#server/platform/mail/mail.ts'
import { messageIdOf } from '#server/platform/mail/message-id.ts'
import { toLostMail } from '#server/platform/outbox/outbox.store.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { Receipt } from './issue-receipt.ts'
import { writeNoticeEmail } from './notice-email.ts'
import type { NoticeStore, NoticeSubject, OrderNotice } from './order-notices.store.ts'
import { type Sale, type Seller, writeReceiptEmail } from './receipt-email.ts'
import type { ReceiptStore } from './receipts.store.ts'

export type ReceiptDeps = {
  store: ReceiptStore
  notices: NoticeStore
  transact: Transact
  mail: Mail
  /** Finds the sale that belongs to a payment */
  findSale: (attemptId: string) => Promise<Sale | undefined>
  /** Finds the item that an email about an order refers to; undefined if the email is outdated */
  findSubject: (notice: OrderNotice) => Promise<NoticeSubject | undefined>
  seller: () => Seller
  urls: Pick<SiteUrls, 'origin' | 'page'>
  /** Returns the URL that gives any browser access to an order */
  orderUrl: (orderId: string) => Promise<string>
  now: () => Date
}

export type ReceiptService = ReturnType<typeof createReceiptService>

export function createReceiptService({ store, notices, transact, mail, findSale, findSubject, ...texts }: ReceiptDeps) {
  const { seller, urls, orderUrl, now } = texts

  async function writeReceipt({ number, attemptId, orderId, email, requeues }: Receipt): Promise<MailMessage> {
    const sale = await findSale(attemptId)
    if (!sale) throw new Error('The payment of the receipt does not exist')
    const message = writeReceiptEmail({ number, email, sale, seller: seller(), urls, orderUrl: await orderUrl(orderId) })
    // A resent receipt needs another message id, because email apps hide a message whose id they have already received.
    const own = number < 0 ? `trial-${-number}` : number
    const id = requeues === 0 ? own : `${own}-${requeues}`
    return { to: email, messageId: messageIdOf(urls, `receipt-${id}`), ...message }
  }

  async function writeNotice(notice: OrderNotice): Promise<MailMessage | undefined> {
    const subject = await findSubject(notice)
    if (!subject) return undefined
    const message = writeNoticeEmail({ notice, subject, seller: seller(), urls, orderUrl: await orderUrl(notice.orderId) })
    return { to: notice.email, messageId: messageIdOf(urls, `notice-${notice.number}`), ...message }
  }

  const receiptOutbox = createOutbox({ store, transact, mail, write: writeReceipt, noun: 'Receipts', now })
  const noticeOutbox = createOutbox({ store: notices, transact, mail, write: writeNotice, noun: 'Notices', now })

  return {
    /** Queues an email about an order, other than a receipt, to be sent after the transaction and a delay of `afterMinutes`. */
    notify: notices.insert,
    wasNotified: notices.isRecent,
    withdrawRefund: notices.withdrawRefund,

    requeue: store.requeue,
    readdress: notices.readdress,
    readUnsent: store.readUnsent,
    /** Lists receipts and notices that could not be delivered. */
    listLostMail: async (limit: number): Promise<LostMail[]> => {
      const lost = [
        ...(await store.listLost(limit)).map((row) => ({ ...row, about: 'receipt' as const })),
        ...(await notices.listLost(limit)).map((row) => ({ ...row, about: 'notice' as const })),
      ]
      return lost.map(({ about, orderId: id, issuedAt, problem }) => toLostMail({ about, id, issuedAt, problem }))
    },

    /** Returns the URL that gives any browser access to an order. */
    linkTo: orderUrl,
    /** Writes the receipt of an order as a page, with the same content as its email; undefined if the order was never paid. */
    write: async (orderId: string): Promise<{ number: number; html: string } | undefined> => {
      const receipt = (await store.findByOrders([orderId]))[0]
      const html = receipt && (await writeReceipt(receipt)).html
      return html ? { number: receipt.number, html } : undefined
    },

    /** Finds the receipt of an order; undefined if the order was never paid. */
    find: async (orderId: string): Promise<Receipt | undefined> => (await store.findByOrders([orderId]))[0],
    findByOrders: store.findByOrders,
    findOrderId: store.findOrderId,

    sendDue: receiptOutbox.sendDue,
    sendNotices: noticeOutbox.sendDue,
  }
}
