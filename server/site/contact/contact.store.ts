import { and, asc, count, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { storedEmail } from '#contracts/common/email-format.ts'
import type { Page } from '#contracts/common/list.ts'
import type { ContactForm, Message, MessageChanges, MessageEntry, MessageQuery } from '#contracts/site/contact.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { planListInOneQuery } from '#server/platform/lists/plan-list.ts'
import { rowsToFetch, toPage } from '#server/platform/lists/select-page.ts'
import { mailState } from '#server/platform/outbox/outbox.store.ts'
import { contactMessages, messageEntries, messageNotices } from './contact.schema.ts'

const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(contactMessages)

type Row = Omit<typeof contactMessages.$inferSelect, 'searchName' | 'searchText'>
export type ContactStore = ReturnType<typeof createContactStore>

export function createContactStore(orm: Orm) {
  /** Returns contact messages with their answers and notes. */
  async function withEntries(rows: Row[], connection: Reader = orm): Promise<Message[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const entries = await connection
      .select()
      .from(messageEntries)
      .where(inArray(messageEntries.messageId, ids))
      .orderBy(asc(messageEntries.number))
    const byMessage = Map.groupBy(entries, ({ messageId }) => messageId)
    return rows.map((row) => toMessage(row, byMessage.get(row.id)))
  }

  return {
    /** Lists contact messages, newest first. */
    list: async ({ email, ...query }: MessageQuery): Promise<Page<Message>> => {
      const plan = planListInOneQuery(contactMessages, query)
      const filters = and(plan.matches, email ? eq(sql`lower(${contactMessages.email})`, storedEmail(email).toLowerCase()) : undefined)
      const [rows, total] = await Promise.all([
        orm
          .select({ ...columns, rank: plan.rank })
          .from(contactMessages)
          .where(and(filters, plan.after))
          .orderBy(...plan.orderBy)
          .limit(rowsToFetch(query.limit)),
        orm.$count(contactMessages, filters),
      ])
      const page = toPage(rows, total, query.limit, (row) => row)
      return { ...page, items: await withEntries(page.items) }
    },

    /** Stores a message. With `isNotified`, the email about it is stored in the same transaction, so that neither is lost. */
    insert: async (transaction: Transaction, { website, ...form }: ContactForm, { isNotified }: { isNotified: boolean }): Promise<void> => {
      const { name, email, subject, message } = form
      const id = uuidv7()
      await transaction.insert(contactMessages).values({ id, name, email, subject, message, doubtful: Boolean(website) })
      if (isNotified) await transaction.insert(messageNotices).values({ messageId: id })
    },

    find: async (id: string): Promise<Message | undefined> =>
      (await withEntries(await orm.select(columns).from(contactMessages).where(eq(contactMessages.id, id))))[0],

    /** Stores a note, or an answer that is due to be sent by email. */
    insertEntry: async (
      transaction: Transaction,
      entry: Pick<typeof messageEntries.$inferInsert, 'messageId' | 'kind' | 'text' | 'adminName'>,
    ) => {
      await transaction.insert(messageEntries).values({ ...entry, ...(entry.kind === 'note' && { sentAt: sql`now()` }) })
    },

    /** Counts all messages and the messages since a given time, and returns the arrival of the first message since that time. */
    countSince: async (since: Date): Promise<{ all: number; recent: number; first: Date | null }> => {
      const isRecent = sql`${contactMessages.createdAt} > ${since.toISOString()}`
      const [row] = await orm
        .select({
          all: count(),
          recent: sql<number>`(count(*) filter (where ${isRecent}))::int`,
          first: sql<Date | null>`min(${contactMessages.createdAt}) filter (where ${isRecent})`.mapWith(contactMessages.createdAt),
        })
        .from(contactMessages)
      return row ?? { all: 0, recent: 0, first: null }
    },

    countUnread: (): Promise<number> => orm.$count(contactMessages, eq(contactMessages.read, false)),

    /** Locks a contact message until the transaction ends. */
    lock: async (transaction: Transaction, id: string): Promise<Message | undefined> => {
      const [row] = await transaction.select(columns).from(contactMessages).where(eq(contactMessages.id, id)).for('update')
      return row && (await withEntries([row], transaction))[0]
    },

    update: async (transaction: Transaction, id: string, changes: MessageChanges) => {
      await transaction.update(contactMessages).set(changes).where(eq(contactMessages.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(contactMessages).where(eq(contactMessages.id, id))
    },
  }
}

function toMessage({ createdAt, ...row }: Row, entries: (typeof messageEntries.$inferSelect)[] = []): Message {
  const { id, name, email, subject, message, doubtful, read, answered } = row
  return { id, name, email, subject, message, doubtful, read, answered, createdAt: createdAt.toISOString(), entries: entries.map(toEntry) }
}

function toEntry({ number, kind, text, adminName, issuedAt, sentAt, problem }: typeof messageEntries.$inferSelect): MessageEntry {
  const state = kind === 'answer' ? mailState({ sentAt, problem }) : undefined
  const sent = state === 'accepted' ? sentAt : null
  const refused = state === 'refused'
  return { id: String(number), kind, text, by: adminName, at: issuedAt.toISOString(), sentAt: sent?.toISOString() ?? null, refused }
}
