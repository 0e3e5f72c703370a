import { existsSync, statSync } from 'node:fs'
import { loadSiteFiles } from '#server/boot/load-site-files.ts'
import type { Services } from '#server/boot/services.ts'
import { type Config, readConfig } from '#server/config.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { isDiskFull } from '#server/platform/files/free-disk-space.ts'
import { CommandError } from '#server/platform/problems.ts'
import { ignoreOutputErrors } from '#server/platform/process/ignore-output-errors.ts'
import { loadSettingsFile } from '#server/platform/process/settings-file.ts'

type Context = { config: Config; signal: AbortSignal }

/** Settings file of the service, read by `lectern` and the systemd units. */
const SETTINGS_FILE = '/etc/lectern.env'
const ADVICE =
  'Commands need the settings of the app: set DATA_DIR (and DATABASE_URL) to the values of the app, or run the command with `lectern`.'

/**
 * Runs an operator's command. Prints the command's database and folder, and prints refusals without a stack. Aborts `signal` on Ctrl-C,
 * SIGTERM and a closed terminal, and sets the exit code.
 * @param options.stopped message after an interruption
 * @param options.isNew whether the command fills an empty folder; all other commands refuse a folder that no server has used
 */
export async function runCommand(
  work: (context: Context) => Promise<void>,
  { stopped = 'Stopped. No partial files were left behind.', isNew = false }: { stopped?: string; isNew?: boolean } = {},
): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  ignoreOutputErrors()
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  try {
    const config = readSettings()
    // The database and folder are printed to stderr, since some commands write their results to stdout.
    console.error(describeTarget(config))
    requireSettings(process.env)
    if (!isNew) requireFolder(config)
    await work({ config, signal: stopping.signal })
  } catch (error) {
    process.exitCode = 1
    console.error(stopping.signal.aborted ? stopped : explain(error))
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop)
  }
}

/** Opens the services of the product. They are imported after the files in `site/`, so that files of another version are named. */
export async function withServices<Result>(config: Config, work: (services: Services) => Promise<Result>): Promise<Result> {
  await loadSiteFiles()
  const { openServices } = await import('#server/boot/services.ts')
  const services = await openServices(config, { embedded: 'start' })
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

function readSettings() {
  loadSettingsFile(process.env)
  try {
    return readConfig(process.env)
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

/** Describes the database and data folder of a command, without passwords. */
function describeTarget({ dataDir, database, mediaStore }: Config) {
  const url = database.url ? new URL(database.url) : undefined
  const place = url ? `${url.pathname.slice(1)} at ${url.host}` : `the embedded PostgreSQL of ${dataDir}`
  return `Database: ${place}. Folder: ${dataDir}.${mediaStore ? ` Bucket: ${mediaStore.bucket}.` : ''}`
}

/** Throws if a command without settings runs on a machine with the service, since the service does not use the default data folder. */
export function requireSettings({ DATA_DIR, DATABASE_URL }: NodeJS.ProcessEnv, file = SETTINGS_FILE) {
  if (!DATA_DIR && !DATABASE_URL && existsSync(file))
    throw new CommandError(`This command was started without the settings of ${file}. ${ADVICE}`)
}

function requireFolder({ dataDir }: Config) {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (!found?.isDirectory())
    throw new CommandError(found ? `${dataDir} is not a folder. ${ADVICE}` : `The folder ${dataDir} does not exist. ${ADVICE}`)
}

/** Returns a sentence for expected errors, else the error with its stack. */
function explain(error: unknown) {
  if (error instanceof CommandError || error instanceof DatabaseUnavailableError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return message
  if (isDiskFull(error)) return 'The disk is full. No partial files were left behind.'
  if (code === 'ENOENT' && path) return `${path} does not exist.`
  if (path && ['EACCES', 'EPERM', 'EROFS'].includes(code ?? ''))
    return `The account that runs this command may not access ${path} (${code}).`
  return error
}
