import type { LostMail } from '#contracts/common/mail-state.ts'
import type { Message } from '#contracts/site/contact.ts'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { messageIdOf } from '#server/platform/mail/message-id.ts'
import { createOutboxStore, toLostMail } from '#server/platform/outbox/outbox.store.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type BrowserOf, contactRoutes, messageAdminRoutes } from './contact.routes.ts'
import { messageEntries, messageNotices } from './contact.schema.ts'
import { createContactService } from './contact.service.ts'
import { createContactStore } from './contact.store.ts'
import { createInboxLimits } from './inbox-limits.ts'
import { savedAnswerRoutes } from './saved-answers.ts'

type Deps = Pick<Platform, 'orm' | 'transact' | 'record' | 'rateLimits' | 'mail' | 'urls' | 'brand' | 'now'> & {
  delivery: ContactDelivery
  addressLogDays: number
  noticesTo: () => string
  browserOf: BrowserOf
}

/** Creates the contact form and its inbox. Each message is also sent to `noticesTo` by email, if a mail server is configured. */
export function openContact(deps: Deps) {
  const { orm, transact, record, rateLimits, mail, delivery, addressLogDays, urls, brand, noticesTo, browserOf, now } = deps
  const store = createContactStore(orm)
  const contact = createContactService({
    store,
    transact,
    record,
    delivery,
    addressLogDays,
    limits: createInboxLimits({ store, rateLimits, now }),
    sendsMail: mail.kind === 'smtp',
  })
  const noticeStore = createOutboxStore(orm, messageNotices)
  const notices = createOutbox({
    store: noticeStore,
    transact,
    mail,
    write: async ({ number, messageId }) => {
      const message = await store.find(messageId)
      return message && { ...writeNotice(message, { to: noticesTo(), urls }), messageId: messageIdOf(urls, `message-${number}`) }
    },
    noun: 'Notices of messages',
    now,
  })
  const answerStore = createOutboxStore(orm, messageEntries)
  const answers = createOutbox({
    store: answerStore,
    transact,
    mail,
    write: async (entry) => {
      const message = await store.find(entry.messageId)
      return message && writeAnswer(message, entry, { brand: brand().name, replyTo: noticesTo(), urls })
    },
    noun: 'Answers',
    now,
  })
  return {
    contact,
    publicRoutes: [contactRoutes({ contact, browserOf })],
    adminRoutes: [messageAdminRoutes({ contact }), savedAnswerRoutes({ orm, transact, record })],
    workers: [
      { name: 'answer-mail', everySeconds: 5, run: answers.sendDue },
      { name: 'message-mail', everySeconds: 3, run: notices.sendDue },
    ],
    /** Lists emails about messages, and answers, that could not be delivered. */
    listLostMail: async (limit: number): Promise<LostMail[]> => {
      const notices = (await noticeStore.listLost(limit)).map((row) => ({ ...row, about: 'message' as const }))
      const answers = (await answerStore.listLost(limit)).map((row) => ({ ...row, about: 'answer' as const }))
      return [...notices, ...answers].map(({ about, messageId: id, issuedAt, problem }) => toLostMail({ about, id, issuedAt, problem }))
    },
  }
}

/** Writes the notification email about a contact message. Replies go to the sender of the message. */
function writeNotice(
  { name, email, subject, message, doubtful }: Message,
  { to, urls }: { to: string; urls: Pick<Platform['urls'], 'page'> },
): MailMessage {
  const doubt = doubtful ? 'Perhaps spam: the hidden field of the form was filled in.\n\n' : ''
  return {
    to,
    replyTo: { name, address: email },
    subject: `${doubtful ? 'Perhaps spam: ' : ''}${subject}: a message from ${name}`,
    text: `${doubt}${message}\n\n--\n${name} <${email}>\nSent through the contact form. Reply to this email, then mark the message as answered:\n${urls.page('/admin/messages')}\n`,
  }
}

/** Writes the email with an answer to a contact message. Replies go to the site. */
function writeAnswer(
  { email, subject, message, createdAt }: Message,
  { number, text, adminName }: typeof messageEntries.$inferSelect,
  { brand, replyTo, urls }: { brand: string; replyTo: string; urls: Platform['urls'] },
): MailMessage {
  const quoted = message.replace(/^/gm, '> ')
  return {
    to: email,
    replyTo: { name: brand, address: replyTo },
    subject: `Re: ${subject}`,
    text: `${text}\n\n${adminName}\n${brand}\n\nYou wrote on ${createdAt.slice(0, 10)}:\n${quoted}\n`,
    messageId: messageIdOf(urls, `answer-${number}`),
    isPersonal: true,
  }
}
