import { asc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { ItemId } from '#contracts/common/list.ts'
import { SavedAnswer, SavedAnswerFields } from '#contracts/site/contact.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, notFound } from '#server/platform/problems.ts'
import { savedAnswers } from './contact.schema.ts'

/** Maximum number of saved answers. The list must be short because administrators choose from it. */
const MAX = 50
const tags = ['contact']
const columns = { id: savedAnswers.id, title: savedAnswers.title, text: savedAnswers.text }

/** Registers the routes with which administrators edit saved texts to insert into answers. */
export function savedAnswerRoutes({ orm, transact, record }: Pick<Platform, 'orm' | 'transact' | 'record'>) {
  return async (app: App) => {
    app.get('/saved-answers', { schema: { tags, summary: 'List saved answers', response: { 200: z.array(SavedAnswer) } } }, () =>
      orm.select(columns).from(savedAnswers).orderBy(asc(savedAnswers.id)),
    )

    app.post(
      '/saved-answers',
      {
        schema: {
          tags,
          summary: `Add a saved answer, at most ${MAX}`,
          body: SavedAnswerFields,
          response: { 201: SavedAnswer },
          notes: { refuses: [409] },
        },
        config: { recentPassword: false },
      },
      ({ body, actor }) =>
        transact(async (transaction) => {
          // The lock prevents concurrent requests from exceeding the limit of saved answers.
          await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.savedAnswers})`)
          if ((await transaction.$count(savedAnswers)) >= MAX) throw conflict('There are too many saved answers', 'Delete one first.')
          const answer = { id: uuidv7(), ...body }
          await transaction.insert(savedAnswers).values(answer)
          await record(transaction, { noun: 'answer', verb: 'added', subject: named(answer), by: actor })
          return answer
        }),
    )

    app.patch(
      '/saved-answers/:id',
      {
        schema: {
          tags,
          summary: 'Change a saved answer',
          params: ItemId,
          body: SavedAnswerFields.partial(),
          response: { 200: SavedAnswer },
        },
        config: { recentPassword: false },
      },
      ({ params: { id }, body, actor }) =>
        transact(async (transaction) => {
          const [before] = await transaction.select(columns).from(savedAnswers).where(eq(savedAnswers.id, id)).for('update')
          if (!before) throw notFound('saved answer')
          const changes = changesBetween(before, body)
          if (changes.length === 0) return before
          const after = { id, title: body.title ?? before.title, text: body.text ?? before.text }
          await transaction.update(savedAnswers).set(after).where(eq(savedAnswers.id, id))
          await record(transaction, { noun: 'answer', verb: 'changed', subject: named(after), changes, by: actor })
          return after
        }),
    )

    app.delete(
      '/saved-answers/:id',
      { schema: { tags, summary: 'Delete a saved answer', params: ItemId, response: { 204: z.null() } }, config: { recentPassword: true } },
      ({ params: { id }, actor }) =>
        transact(async (transaction) => {
          const [removed] = await transaction.delete(savedAnswers).where(eq(savedAnswers.id, id)).returning(columns)
          if (!removed) throw notFound('saved answer')
          await record(transaction, { noun: 'answer', verb: 'deleted', subject: named(removed), by: actor })
        }),
    )
  }
}

function named({ id, title }: SavedAnswer) {
  return { id, name: title }
}
