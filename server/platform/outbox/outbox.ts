import { isDeepStrictEqual } from 'node:util'
import type { Transact } from '#server/platform/database/database.ts'
import { type Mail, type MailMessage, RecipientRefusedError } from '#server/platform/mail/mail.ts'
import { NO_MAIL_SERVER, type OutboxStore } from './outbox.store.ts'

/** Number before all rows: receipts of trial payments have negative numbers. */
const BEFORE_ALL = -(2 ** 31)
/** Maximum number of due rows that are read at once. */
const AT_ONCE = 100
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

type Failure<Row> = { row: Row; error: Error; waitMs: number; until: number }

/**
 * Sends the rows of an outbox table by email. Failed emails are retried after a minute, then after twice the previous delay, up to an hour:
 * mail servers may block a sender that retries a bad address every few seconds.
 * @param write creates the email before the transaction, or returns undefined if the email is outdated
 * @param noun name of the rows in error messages
 */
export function createOutbox<Row extends { number: number; problem: string | null }>(deps: {
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
    // The email is written before the transaction, because code that holds a connection must not wait for another connection.
    const message = await write(row)
    await transact(async (transaction) => {
      // A row that changed in the meantime, for example to another recipient, is skipped. The next run writes its email again.
      if (!isSameEmail(await store.lockDue(transaction, row.number), row)) return
      if (message) await mail.send(message)
      await store.markSent(transaction, row.number, message && mail.kind === 'files' ? NO_MAIL_SERVER : undefined)
    })
  }

  /** Stores the reason of a failure: a refused address ends the sending of the row, unless the row was changed in the meantime. */
  async function recordFailure(row: Row, error: Error): Promise<void> {
    if (!(error instanceof RecipientRefusedError)) return store.noteProblem(row.number, error.message)
    await transact(async (transaction) => {
      if (isSameEmail(await store.lockDue(transaction, row.number), row)) await store.markSent(transaction, row.number, error.message)
    })
  }

  /** Sends a row unless its next retry is not yet due. Returns the error, or undefined if the row was sent. */
  async function trySending(row: Row): Promise<Error | undefined> {
    const failed = failures.get(row.number)
    // An outbox row that was changed since its failure, for example with another address, is sent immediately.
    const before = failed && isSameEmail(failed.row, row) ? failed : undefined
    if (before && before.until > now().getTime()) return before.error
    try {
      await send(row)
      failures.delete(row.number)
    } catch (cause) {
      const error = cause as Error
      const waitMs = before ? Math.min(2 * before.waitMs, LONGEST_WAIT_MS) : FIRST_WAIT_MS
      failures.set(row.number, { row, error, waitMs, until: now().getTime() + waitMs })
      await recordFailure(row, error)
      return error
    }
  }

  return {
    /**
     * Sends every due row at least once: after a crash, an email may be sent again with the same message id. A failure delays only the row
     * concerned. Several instances may send concurrently, since each row is locked while it is sent.
     * @param signal stops before the next row
     * @throws at the end if any rows could not be sent; these rows stay unsent
     */
    sendDue: async (signal?: AbortSignal): Promise<void> => {
      const failed: { number: number; error: Error }[] = []
      for (let last = BEFORE_ALL; !signal?.aborted; ) {
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

/** Returns whether a row still stands for the same email. A stored problem does not change the email. */
function isSameEmail<Row extends { problem: string | null }>(one: Row | undefined, other: Row): boolean {
  return one !== undefined && isDeepStrictEqual({ ...one, problem: null }, { ...other, problem: null })
}
