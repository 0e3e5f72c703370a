import { InterruptedTaskError } from './file-errors.ts'

/**
 * Calls `work` with a function that processes one of many files. A file whose task was interrupted does not keep the others waiting; the
 * first interruption is rethrown at the end, so that the caller retries later.
 */
export async function skipInterrupted(work: (attempt: (process: () => Promise<void>) => Promise<void>) => Promise<void>): Promise<void> {
  let interruption: InterruptedTaskError | undefined
  await work(async (process) => {
    await process().catch((error: unknown) => {
      if (!(error instanceof InterruptedTaskError)) throw error
      interruption ??= error
    })
  })
  if (interruption) throw interruption
}
