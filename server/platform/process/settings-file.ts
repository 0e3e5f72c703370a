import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '#server/platform/problems.ts'

const NAME = /^[A-Za-z_]\w*$/
/** Name of the credential with which systemd's `LoadCredential=` passes the settings file. */
const CREDENTIAL = 'lectern.env'
/** Settings required in a settings file. Their defaults suit only a test installation, with a separate database and the demonstration. */
const NEEDED = ['NODE_ENV', 'DATA_DIR']

/**
 * Adds the settings of the file that `LECTERN_ENV_FILE` names, or that systemd passes as a credential, to the environment. Existing
 * variables take precedence. The same parser reads the file for the service, for commands and in containers.
 */
export function loadSettingsFile(environment: NodeJS.ProcessEnv): void {
  const { LECTERN_ENV_FILE, CREDENTIALS_DIRECTORY } = environment
  const credential = CREDENTIALS_DIRECTORY && join(CREDENTIALS_DIRECTORY, CREDENTIAL)
  const file = LECTERN_ENV_FILE || (credential && existsSync(credential) ? credential : undefined)
  if (!file) return
  for (const [name, value] of Object.entries(readSettingsFile(file))) environment[name] ??= value
  const missing = NEEDED.filter((name) => !environment[name])
  if (missing.length > 0) throw new SettingsError(`${missing.join(' and ')} must be set in ${file}.`)
}

export function readSettingsFile(file: string): Record<string, string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`The settings in ${file} can’t be read: ${(error as Error).message}`)
  }
  return parseSettings(text, file)
}

/**
 * Parses settings. A line is `NAME=value`, empty, or a comment that begins with `#` or `;`. The value extends to the end of the line,
 * without surrounding spaces; a pair of quotes around the whole value is removed. Nothing is expanded or escaped. Errors contain no values.
 */
export function parseSettings(text: string, file: string): Record<string, string> {
  const settings = new Map<string, { value: string; line: number }>()
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    const trimmed = content.trim()
    if (!trimmed || /^[#;]/.test(trimmed)) continue
    const at = trimmed.indexOf('=')
    const name = trimmed.slice(0, Math.max(at, 0)).trim()
    if (!NAME.test(name)) throw new SettingsError(`Line ${line} of ${file} is not NAME=value.`)
    const earlier = settings.get(name)
    if (earlier) throw new SettingsError(`${name} is set twice in ${file}, in lines ${earlier.line} and ${line}.`)
    settings.set(name, { value: unquote(trimmed.slice(at + 1).trim()), line })
  }
  return Object.fromEntries([...settings].map(([name, { value }]) => [name, value]))
}

/** Removes the quotes around a value, unless the value contains the same quotes inside, as in `"Books" and "More"`. */
function unquote(value: string): string {
  const [, , inside] = /^(["'])(.*)\1$/.exec(value) ?? []
  return inside === undefined || inside.includes(value[0] ?? '') ? value : inside
}
