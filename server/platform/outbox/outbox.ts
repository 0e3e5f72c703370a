import { isDeepStrictEqual } from 'node:util'
import type { Transact } from '#server/platform/database/database.ts'
import type { Mail, MailMessage } from '#server/platform/mail/mail.ts'
import type { OutboxStore } from './outbox.store.ts'

/** Batch size. */
const AT_ONCE = 100
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

type Failure<Row> = { row: Row; error: Error; waitMs: number; until: number }

/**
 * Mails the rows of an outbox table. Failed mails are retried after a minute, then after twice the previous delay, up to an hour: mail
 * servers may block a sender that retries a bad address every few seconds.
 * @param write creates the mail before the transaction; undefined when the mail is outdated
 * @param noun name of the rows in error messages
 */
export function createOutbox<Row extends { number: number }>(deps: {
  store: OutboxStore<Row>
  transact: Transact
  mail: Mail
  write: (row: Row) => Promise<MailMessage | undefined>
  noun: string
  now: () => Date
}) {
  const { store, transact, mail, write, noun, now } = deps
  const failures = new Map<number, Failure<Row>>()

  async function send(row: Row): Promise<void> {
    // Before the transaction, because code that holds a connection must not wait for another one.
    const message = await write(row)
    await transact(async (transaction) => {
      // Another recipient may have been entered since the mail was written: the next run writes it anew.
      if (!isDeepStrictEqual(await store.lockDue(transaction, row.number), row)) return
      if (message) await mail.send(message)
      await store.markSent(transaction, row.number)
    })
  }

  /** Sends a row unless a retry has to wait. Returns the error, or undefined when the row was sent. */
  async function trySending(row: Row): Promise<Error | undefined> {
    const failed = failures.get(row.number)
    // A row that was changed is sent at once, for example to another address.
    const before = failed && isDeepStrictEqual(failed.row, row) ? failed : undefined
    if (before && before.until > now().getTime()) return before.error
    try {
      await send(row)
      failures.delete(row.number)
    } catch (cause) {
      const error = cause as Error
      const waitMs = before ? Math.min(2 * before.waitMs, LONGEST_WAIT_MS) : FIRST_WAIT_MS
      failures.set(row.number, { row, error, waitMs, until: now().getTime() + waitMs })
      return error
    }
  }

  return {
    /**
     * Sends every due row, at least once: after a crash a mail may be sent again with the same message id. A failure delays only
     * the row itself. Several apps may send concurrently, since each row is locked while it is sent.
     * @param signal stops before the next row
     * @throws at the end if any rows could not be sent; these rows stay unsent
     */
    sendDue: async (signal?: AbortSignal): Promise<void> => {
      const failed: { number: number; error: Error }[] = []
      for (let last = 0; !signal?.aborted; ) {
        const due = await store.listDue({ after: last, limit: AT_ONCE })
        if (due.length === 0) break
        for (const row of due) {
          if (signal?.aborted) break
          last = row.number
          const error = await trySending(row)
          if (error) failed.push({ number: row.number, error })
        }
      }
      const [first] = failed
      if (!first) return
      const numbers = failed.map(({ number }) => number).join(', ')
      throw new Error(`${noun} that could not be sent: ${numbers}. ${first.error.message}`, { cause: first.error })
    },
  }
}
