import { type Config, readConfig } from '#server/config.ts'
import { isDiskFull } from '#server/platform/files/free-disk-space.ts'
import { CommandError } from '#server/platform/problems.ts'

/**
 * Runs what an operator asked for. A refusal is printed without a stack, Ctrl-C and SIGTERM let the work clean up behind
 * itself, and the exit code says whether it was done.
 * @param stopped what is said when it was stopped
 */
export async function runCommand(
  work: (context: { config: Config; signal: AbortSignal }) => Promise<void>,
  stopped = 'Stopped. Nothing unfinished was left behind.',
): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    await work({ config: readSettings(), signal: stopping.signal })
  } catch (error) {
    process.exitCode = 1
    if (stopping.signal.aborted) console.error(stopped)
    else console.error(explain(error))
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

function readSettings() {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

function explain(error: unknown) {
  if (error instanceof CommandError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return message
  if (isDiskFull(error)) return 'The disk is full. Nothing unfinished was left behind.'
  if (code === 'ENOENT' && path) return `There is no ${path}.`
  return error
}
