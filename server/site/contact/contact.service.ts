import type { ContactForm, Message, MessageChanges } from '#contracts/site/contact.ts'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { invalidRequest, notFound } from '#server/platform/problems.ts'
import type { ContactStore } from './contact.store.ts'
import type { InboxLimits } from './inbox-limits.ts'

export type ContactService = ReturnType<typeof createContactService>

/** Creates the contact service. `notify` reports a stored message to somebody, for example by e-mail. */
export function createContactService({
  store,
  transact,
  record,
  delivery,
  notify,
  limits,
}: {
  store: ContactStore
  transact: Transact
  record: RecordAction
  delivery: ContactDelivery
  notify?: (message: Message) => Promise<void>
  limits: InboxLimits
}) {
  return {
    delivery,
    notify,
    list: store.list,
    countUnread: store.countUnread,
    fill: limits.fill,

    /** Stores the message. Returns undefined when a bot sent it, which gets the usual response. */
    send: async (form: ContactForm, address: string): Promise<Message | undefined> => {
      await limits.admit(address)
      return form.website ? undefined : store.insert(form)
    },

    change: async (id: string, changes: MessageChanges, { by }: { by?: Actor | undefined } = {}): Promise<Message> => {
      if (changes.read === undefined && changes.answered === undefined)
        throw invalidRequest([{ field: '', message: 'Send read, answered or both.' }])
      return transact(async (transaction) => {
        const before = await store.lock(transaction, id)
        if (!before) throw notFound('message')
        await store.update(transaction, id, changes)
        // A message becomes read just by being opened, so that only changes of `answered` are recorded.
        const answered = changesBetween({ answered: before.answered }, { answered: changes.answered })
        if (answered.length > 0)
          await record(transaction, { noun: 'message', verb: 'changed', subject: named(before), changes: answered, by })
        return { ...before, ...changes }
      })
    },

    remove: (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> =>
      transact(async (transaction) => {
        const message = await store.lock(transaction, id)
        if (!message) throw notFound('message')
        await store.remove(transaction, id)
        await record(transaction, { noun: 'message', verb: 'deleted', subject: named(message), by })
      }),
  }
}

function named({ id, name, subject }: Message) {
  return { id, name: `${subject} from ${name}` }
}
