import { and, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import type { ContactForm, Message, MessageChanges } from '#contracts/site/contact.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { planListInOneQuery } from '#server/platform/lists/plan-list.ts'
import { rowsToFetch, toPage } from '#server/platform/lists/select-page.ts'
import { contactMessages } from './contact.schema.ts'

const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(contactMessages)

type Row = Omit<typeof contactMessages.$inferSelect, 'searchName' | 'searchText'>
export type ContactStore = ReturnType<typeof createContactStore>

export function createContactStore(orm: Orm) {
  return {
    /** Lists messages, newest first. */
    list: async (query: ListQuery): Promise<Page<Message>> => {
      const plan = planListInOneQuery(contactMessages, query)
      const [rows, total] = await Promise.all([
        orm
          .select({ ...columns, rank: plan.rank })
          .from(contactMessages)
          .where(and(plan.matches, plan.after))
          .orderBy(...plan.orderBy)
          .limit(rowsToFetch(query.limit)),
        orm.$count(contactMessages, plan.matches),
      ])
      return toPage(rows, total, query.limit, toMessage)
    },

    insert: async ({ name, email, subject, message }: ContactForm): Promise<Message> => {
      const [row] = await orm.insert(contactMessages).values({ id: uuidv7(), name, email, subject, message }).returning(columns)
      if (!row) throw new Error('Inserting a contact message returned no row')
      return toMessage(row)
    },

    /** Counts all messages and the messages since a time, and returns when the first of the latter arrived. */
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

    /** Locks the message until the transaction ends. */
    lock: async (transaction: Transaction, id: string): Promise<Message | undefined> => {
      const [row] = await transaction.select(columns).from(contactMessages).where(eq(contactMessages.id, id)).for('update')
      return row && toMessage(row)
    },

    update: async (transaction: Transaction, id: string, changes: MessageChanges) => {
      await transaction.update(contactMessages).set(changes).where(eq(contactMessages.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(contactMessages).where(eq(contactMessages.id, id))
    },
  }
}

function toMessage({ id, name, email, subject, message, read, answered, createdAt }: Row): Message {
  return { id, name, email, subject, message, read, answered, createdAt: createdAt.toISOString() }
}
