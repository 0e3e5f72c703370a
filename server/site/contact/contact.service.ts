import type { ContactForm, InboxState, Message, MessageChanges, MessageEntryForm } from '#contracts/site/contact.ts'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, invalidRequest, notFound } from '#server/platform/problems.ts'
import type { ContactStore } from './contact.store.ts'
import type { InboxLimits, Sender } from './inbox-limits.ts'

/** Maximum number of answers and notes per message, because a list of messages includes all of them. */
const MAX_ENTRIES = 50

export type ContactService = ReturnType<typeof createContactService>

type Deps = {
  store: ContactStore
  delivery: ContactDelivery
  addressLogDays: number
  limits: InboxLimits
  /** Whether new messages are announced, and answers can be sent, by email */
  sendsMail: boolean
} & Pick<Platform, 'transact' | 'record'>

export function createContactService(deps: Deps) {
  const { store, transact, record, delivery, addressLogDays, limits, sendsMail } = deps
  return {
    delivery,
    addressLogDays,
    list: store.list,
    countUnread: store.countUnread,
    state: async (): Promise<InboxState> => ({ unread: await store.countUnread(), sendsMail }),
    fill: limits.fill,

    /**
     * Stores a contact message. A message whose hidden field is filled in is marked as doubtful and not discarded, since the autofill of a
     * browser may have filled in the field of a person's message.
     */
    send: async (form: ContactForm, sender: Sender): Promise<void> => {
      await limits.admit(sender)
      await transact((transaction) => store.insert(transaction, form, { isNotified: sendsMail }))
    },

    change: async (id: string, changes: MessageChanges, { by }: { by?: Actor } = {}): Promise<Message> => {
      if (changes.read === undefined && changes.answered === undefined)
        throw invalidRequest([{ field: '', message: 'Send the field read, the field answered, or both.' }])
      return transact(async (transaction) => {
        const before = await store.lock(transaction, id)
        if (!before) throw notFound('message')
        await store.update(transaction, id, changes)
        // Only changes of `answered` are recorded in the audit log, because opening a message marks it as read.
        const answered = changesBetween({ answered: before.answered }, { answered: changes.answered })
        if (answered.length > 0)
          await record(transaction, { noun: 'message', verb: 'changed', subject: named(before), changes: answered, by })
        return { ...before, ...changes }
      })
    },

    /** Adds an answer, which is sent to the sender of the message by email, or a note for colleagues. */
    addEntry: async (id: string, { kind, text }: MessageEntryForm, { by }: { by?: Actor } = {}): Promise<Message> => {
      if (kind === 'answer' && !sendsMail) throw conflict('This site has no mail server', 'Answer with your own email program.')
      return transact(async (transaction) => {
        const message = await store.lock(transaction, id)
        if (!message) throw notFound('message')
        if (message.entries.length >= MAX_ENTRIES)
          throw conflict('This message has too many answers and notes', 'Continue with your own email program.')
        await store.insertEntry(transaction, { messageId: id, kind, text, adminName: by?.admin?.name ?? '' })
        if (kind === 'answer') await store.update(transaction, id, { read: true, answered: true })
        await record(transaction, { noun: 'message', verb: 'changed', subject: named(message), changes: [{ field: kind }], by })
        const changed = await store.lock(transaction, id)
        if (!changed) throw notFound('message')
        return changed
      })
    },

    remove: (id: string, { by }: { by?: Actor } = {}): Promise<void> =>
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
