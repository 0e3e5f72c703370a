import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#server/platform/problems.ts'
import { readSettingsFile } from '#server/platform/process/settings-file.ts'
import packageFile from '../package.json' with { type: 'json' }

/**
 * Runs a command with the settings of the service, as the account that owns its data folder: `lectern backup --folder /mnt/usb`. Settings
 * before the command override those of the file: `lectern DATA_DIR=/srv/restored restore FILE`. `lectern exec` runs any other program.
 */
const ROOT = join(import.meta.dirname, '..')
const FILE = process.env.LECTERN_ENV_FILE ?? '/etc/lectern.env'
/** Environment variables of the caller that are passed to the command: the program path and terminal settings. */
const KEPT = ['PATH', 'TERM', 'LANG', 'LC_ALL', 'TZ']

const FOR_OPERATORS = /^((admin|db|demo|media|settings|mail):\w|(backup|restore|import|export|renditions|jobs)$)/

const COMMANDS = new Map(
  Object.entries(packageFile.scripts).flatMap(([name, line]): [string, string[]][] => {
    const [, script] = /^node (scripts\/[\w-]+\.ts)(?: |$)/.exec(line) ?? []
    return script && FOR_OPERATORS.test(name) ? [[name, [process.execPath, join(ROOT, script), ...line.split(' ').slice(2)]]] : []
  }),
)

try {
  const words = process.argv.slice(2)
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const given = Object.fromEntries(
    words.slice(0, Math.max(first, 0)).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  const [name = '', ...args] = first === -1 ? [] : words.slice(first)
  const command = name === 'exec' ? [] : COMMANDS.get(name)
  const [program, ...all] = [...(command ?? []), ...args]
  if (!command || !program) throw new CommandError(`Usage: lectern [NAME=value …] COMMAND, with one of ${[...COMMANDS.keys()].join(', ')}`)
  const ofFile = readSettingsFile(FILE)
  const settings = { ...ofFile, ...given }
  const kept = Object.fromEntries(KEPT.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]])))
  const { DATA_DIR } = settings
  if (!DATA_DIR) throw new CommandError(`DATA_DIR is not set in ${FILE}.`)
  const child = spawn(program, all, {
    stdio: 'inherit',
    env: { ...kept, HOME: DATA_DIR, ...settings },
    ...(accountOf(DATA_DIR) ?? accountOf(ofFile.DATA_DIR)),
  })
  // SIGINT and SIGHUP are ignored here, because the terminal sends them to the command itself, on Ctrl-C and when it is closed.
  const ignore = () => undefined
  process
    .on('SIGINT', ignore)
    .on('SIGHUP', ignore)
    .on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('error', (error) => fail(error.message)).once('exit', (code) => process.exit(code ?? 1))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  fail(error.message)
}

/** Returns the owner of the data folder, as whom root runs commands: the service could not read files created by root. */
function accountOf(dataDir: string | undefined) {
  const owner = dataDir && process.getuid?.() === 0 ? statSync(dataDir, { throwIfNoEntry: false }) : undefined
  return owner ? { uid: owner.uid, gid: owner.gid } : undefined
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
