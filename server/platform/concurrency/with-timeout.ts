/**
 * Limits the time to wait for a promise. After the time limit, rejects with an error or resolves with a fallback. The work itself
 * continues, and a later failure is ignored. The timer keeps the process running and ends with the wait.
 */
export async function withTimeout<Result, Fallback = never>(
  work: Promise<Result>,
  milliseconds: number,
  late: { error: () => Error } | { fallback: Fallback },
): Promise<Result | Fallback> {
  const { promise: timeout, resolve, reject } = Promise.withResolvers<Fallback>()
  const timer = setTimeout(() => ('error' in late ? reject(late.error()) : resolve(late.fallback)), milliseconds)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
