import { ProblemError } from '#server/platform/problems.ts'

const RETRY_AFTER_SECONDS = 30

/**
 * Raised for a file that can't be used, and only if the file is proven to be the cause: failures are recorded with this error alone, and a
 * recorded failure is not retried. `message` explains the reason to the person who uploaded the file.
 */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError'
  /** Whether the content is of the wrong kind, such as a video or an animation; the file may be intact */
  readonly wrongKind: boolean
  /** Whether the task exceeded a limit of processor time or memory; a retry would cost just as much */
  readonly isLimit: boolean
  /** A private member, so that no other error has this type. */
  readonly #isProven = true

  constructor(message: string, { wrongKind = false, isLimit = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.isLimit = isLimit
  }

  static is(error: unknown): error is InvalidFileError {
    return typeof error === 'object' && error !== null && #isProven in error
  }
}

/**
 * A task that opens a file ended without proof that the file is the cause: the process was killed, waited too long for a processor, or the
 * machine is short of a resource. The task may succeed later, so nothing is recorded. The cause is logged.
 */
export class InterruptedTaskError extends ProblemError {
  constructor(message: string, options?: ErrorOptions) {
    super(503, 'unavailable', 'Files can’t be processed right now', {
      detail: 'The server is short of memory or too busy. Nothing was saved. Try again in a minute.',
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      cause: new Error(message, options),
    })
  }
}

/** Describes for the log how a process ended. A process that is killed by nobody else is one that Linux ended for lack of memory. */
export function describeEnd(program: string, code: number | null, signal: NodeJS.Signals | null): string {
  const end = `${program} ended with ${code ?? signal}`
  return signal === 'SIGKILL' ? `${end}, most likely because the machine is out of memory` : end
}

/** Returns the error if the file is proven to be its cause, and throws any other error. */
export function asFault(error: unknown): InvalidFileError {
  if (InvalidFileError.is(error)) return error
  throw error
}

/** Returns an error handler that returns the given value for errors caused by the file, and rethrows other errors. */
export function unlessAtFault<Value>(value: Value) {
  return (error: unknown): Value => {
    asFault(error)
    return value
  }
}

/** Runs a task again, once, if it was interrupted. */
export function retryInterrupted<Result>(run: () => Promise<Result>): Promise<Result> {
  return run().catch((error: unknown) => (error instanceof InterruptedTaskError ? run() : Promise.reject(error)))
}
