import { type Config, readConfig } from '#server/config.ts'
import { isDiskFull } from '#server/platform/files/free-disk-space.ts'
import { CommandError } from '#server/platform/problems.ts'
import { openServices, type Services } from '#server/services.ts'

type Context = { config: Config; signal: AbortSignal }

/**
 * Runs an operator's command. Prints a refusal without a stack, aborts `signal` on Ctrl-C and SIGTERM, and sets the exit code.
 * @param stoppedMessage printed when the command was interrupted
 */
export async function runCommand(
  work: (context: Context) => Promise<void>,
  stoppedMessage = 'Stopped. Nothing unfinished was left behind.',
): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    await work({ config: readSettings(), signal: stopping.signal })
  } catch (error) {
    process.exitCode = 1
    console.error(stopping.signal.aborted ? stoppedMessage : explain(error))
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

export async function withServices(config: Config, work: (services: Services) => Promise<void>): Promise<void> {
  const services = await openServices(config)
  try {
    await work(services)
  } finally {
    await services.close()
  }
}

function readSettings() {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

/** What is printed about an error: a sentence where there is one, else the error with its stack. */
function explain(error: unknown) {
  if (error instanceof CommandError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return message
  if (isDiskFull(error)) return 'The disk is full. Nothing unfinished was left behind.'
  if (code === 'ENOENT' && path) return `There is no ${path}.`
  return error
}
