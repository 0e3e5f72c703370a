import type { Message } from '#contracts/site/contact.ts'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { messageIdOf } from '#server/platform/mail/message-id.ts'
import { createOutboxStore } from '#server/platform/outbox/outbox.store.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { contactRoutes, messageAdminRoutes } from './contact.routes.ts'
import { messageEntries } from './contact.schema.ts'
import { createContactService } from './contact.service.ts'
import { createContactStore } from './contact.store.ts'
import { createInboxLimits } from './inbox-limits.ts'
import { savedAnswerRoutes } from './saved-answers.ts'

type Deps = Pick<Platform, 'orm' | 'transact' | 'record' | 'rateLimits' | 'mail' | 'urls' | 'brand' | 'now'> & {
  delivery: ContactDelivery
  noticesTo: () => string
}

/** Creates the contact form and its inbox. Each message is also sent to `noticesTo` by email, if a mail server is configured. */
export function openContact(deps: Deps) {
  const { orm, transact, record, rateLimits, mail, delivery, urls, brand, noticesTo, now } = deps
  const notify = (message: Message) => mail.send(writeNotice(message, { to: noticesTo(), messagesUrl: urls.page('/admin/messages') }))
  const store = createContactStore(orm)
  const contact = createContactService({
    store,
    transact,
    record,
    delivery,
    limits: createInboxLimits({ store, rateLimits, now }),
    sendsMail: mail.kind === 'smtp',
    ...(mail.kind === 'smtp' && { notify }),
  })
  const answers = createOutbox({
    store: createOutboxStore(orm, messageEntries),
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
    publicRoutes: [contactRoutes({ contact })],
    adminRoutes: [messageAdminRoutes({ contact }), savedAnswerRoutes({ orm, transact, record })],
    workers: [{ name: 'answer-mail', everySeconds: 5, run: answers.sendDue }],
  }
}

/** Writes the notification email about a contact message. Replies go to the sender of the message. */
function writeNotice({ name, email, subject, message }: Message, { to, messagesUrl }: { to: string; messagesUrl: string }): MailMessage {
  return {
    to,
    replyTo: { name, address: email },
    subject: `${subject}: a message from ${name}`,
    text: `${message}\n\n--\n${name} <${email}>\nSent through the contact form. Reply to this email, then mark the message as answered:\n${messagesUrl}\n`,
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
