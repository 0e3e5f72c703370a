import type { Transact } from '#server/platform/database/database.ts'
import type { Mail, MailMessage } from '#server/platform/mail/mail.ts'
import { createBackoff } from './backoff.ts'
import type { OutboxStore } from './outbox.store.ts'

/** How many are read at a time. */
const AT_ONCE = 100

/**
 * Mails the rows of a table.
 * @param write reads what the mail says, before the transaction; undefined when there is nothing to say any more
 * @param noun what the rows are, for the error
 */
export function createOutbox<Row extends { number: number }>({
  store,
  transact,
  mail,
  write,
  noun,
  now,
}: {
  store: OutboxStore<Row>
  transact: Transact
  mail: Mail
  write: (row: Row) => Promise<MailMessage | undefined>
  noun: string
  now: () => Date
}) {
  const backoff = createBackoff(now)

  async function send(row: Row): Promise<void> {
    // Before the transaction: nothing may wait for another connection while it holds one.
    const message = await write(row)
    await transact(async (transaction) => {
      if (!(await store.lockDue(transaction, row.number))) return
      if (message) await mail.send(message)
      await store.markSent(transaction, row.number)
    })
  }

  /** Returns why it was not sent, or undefined when it was. */
  async function trySending(row: Row): Promise<Error | undefined> {
    const earlier = backoff.pending(row.number)
    if (earlier) return earlier
    try {
      await send(row)
      backoff.succeeded(row.number)
    } catch (error) {
      backoff.failed(row.number, error as Error)
      return error as Error
    }
  }

  return {
    /**
     * Sends every unsent row, at least once: after a crash, one may be sent again under the same message id. A failure delays only
     * the row itself. Several apps may do so at once: the one that sends a row locks it.
     * @param signal after which no other one is begun
     * @throws at the end when some could not be sent; they stay unsent
     */
    sendDue: async (signal?: AbortSignal): Promise<void> => {
      const failures: { number: number; error: Error }[] = []
      for (let last = 0; !signal?.aborted; ) {
        const due = await store.listDue({ after: last, limit: AT_ONCE })
        if (due.length === 0) break
        for (const row of due) {
          if (signal?.aborted) break
          last = row.number
          const error = await trySending(row)
          if (error) failures.push({ number: row.number, error })
        }
      }
      const [first] = failures
      if (!first) return
      const numbers = failures.map((failure) => failure.number).join(', ')
      throw new Error(`${noun} that could not be sent: ${numbers}. ${first.error.message}`, { cause: first.error })
    },
  }
}
