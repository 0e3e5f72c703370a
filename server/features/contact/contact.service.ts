import type { ContactForm, Message, MessageChanges } from '#contracts/contact.ts'
import type { ContactDelivery } from '#contracts/contact-form.ts'
import { invalidRequest, notFound, ProblemError } from '#server/platform/http/problems.ts'
import type { ContactStore } from './contact.store.ts'
import { createSendLimit } from './send-limit.ts'

/** Messages that one network address may send within a minute. */
const LIMIT = { most: 5, windowSeconds: 60 }

export type ContactService = ReturnType<typeof createContactService>

/** `notify` tells somebody of a message that has been stored, such as by mail. */
export function createContactService({
  store,
  delivery,
  notify,
}: {
  store: ContactStore
  delivery: ContactDelivery
  notify?: (message: Message) => Promise<void>
}) {
  const secondsToWait = createSendLimit(LIMIT)

  return {
    delivery,
    notify,
    list: store.list,

    /** Stores the message; undefined when a program sent it, which is not told. */
    send: async (form: ContactForm, address: string): Promise<Message | undefined> => {
      const wait = secondsToWait(address)
      if (wait > 0) throw tooManyMessages(wait)
      return form.website ? undefined : store.insert(form)
    },

    change: async (id: string, changes: MessageChanges): Promise<Message> => {
      if (changes.read === undefined && changes.answered === undefined)
        throw invalidRequest([{ field: '', message: 'Say whether the message is read or answered.' }])
      const message = await store.update(id, changes)
      if (!message) throw notFound('message')
      return message
    },

    remove: async (id: string): Promise<void> => {
      if (!(await store.remove(id))) throw notFound('message')
    },
  }
}

function tooManyMessages(wait: number) {
  return new ProblemError(429, 'too_many_requests', 'Too many messages', {
    detail: 'Wait a minute, then send it again.',
    headers: { 'retry-after': String(wait) },
  })
}
