import type { Message } from '#contracts/site/contact.ts'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { contactRoutes, messageAdminRoutes } from './contact.routes.ts'
import { createContactService } from './contact.service.ts'
import { createContactStore } from './contact.store.ts'
import { createInboxLimits } from './inbox-limits.ts'

/** Opens the contact form and its inbox. Each message is also mailed to `noticesTo`, if a mail server is configured. */
export function openContact({
  orm,
  transact,
  record,
  rateLimits,
  mail,
  delivery,
  urls,
  noticesTo,
  now,
}: Pick<Platform, 'orm' | 'transact' | 'record' | 'rateLimits' | 'mail' | 'urls' | 'now'> & {
  delivery: ContactDelivery
  noticesTo: () => string
}) {
  const notify = (message: Message) => mail.send(writeNotice(message, { to: noticesTo(), messagesUrl: urls.page('/admin/messages') }))
  const store = createContactStore(orm)
  const contact = createContactService({
    store,
    transact,
    record,
    delivery,
    limits: createInboxLimits({ store, rateLimits, now }),
    ...(mail.kind === 'smtp' && { notify }),
  })
  return { contact, publicRoutes: [contactRoutes({ contact })], adminRoutes: [messageAdminRoutes({ contact })] }
}

/** Writes the e-mail about a message; replies go to the sender of the message. */
function writeNotice({ name, email, subject, message }: Message, { to, messagesUrl }: { to: string; messagesUrl: string }): MailMessage {
  return {
    to,
    replyTo: { name, address: email },
    subject: `${subject}: a message from ${name}`,
    text: `${message}\n\n--\n${name} <${email}>\nSent through the contact form. Reply to this e-mail, then mark the message as answered:\n${messagesUrl}\n`,
  }
}
