import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { loadSettingsFile, parseSettings } from './settings-file.ts'

const LECTERN = join(import.meta.dirname, '../../../bin/lectern')

const VALUES: [string, string, string][] = [
  ['an address with a name', 'Lectern <hello@lectern.example>', 'Lectern <hello@lectern.example>'],
  ['what a shell expands', 'a$HOME&b;c|d`e`$(f)*?~', 'a$HOME&b;c|d`e`$(f)*?~'],
  ['a number sign', 'smtps://user:p#ss@mail.example', 'smtps://user:p#ss@mail.example'],
  ['a backslash', 'p\\ss\\', 'p\\ss\\'],
  ['an equals sign', 'postgres://u:p=w@h/d?a=b', 'postgres://u:p=w@h/d?a=b'],
  ['percent signs', 'p%40ss %h %%', 'p%40ss %h %%'],
  ['double quotes around all', '"Lectern, Inc."', 'Lectern, Inc.'],
  ['single quotes around all', "'a # b'", 'a # b'],
  ['spaces inside quotes', '"  a  "', '  a  '],
  ['quotes that are no pair', '"Lectern" <a@b.example>', '"Lectern" <a@b.example>'],
  ['two quoted words', '"Books" and "More"', '"Books" and "More"'],
  ['one quote', `"a`, `"a`],
  ['an apostrophe', "Rudo's books", "Rudo's books"],
  ['spaces around it', '   a b \t', 'a b'],
  ['letters of any script', 'Bücher – ሰላም', 'Bücher – ሰላም'],
  ['nothing', '', ''],
]

test.each(VALUES)('%s', (_name, written, value) => {
  expect(parseSettings(`A=1\nVALUE=${written}\nB=2\n`, 'f')).toEqual({ A: '1', VALUE: value, B: '2' })
  expect(parseSettings(`VALUE = ${written}\r\n`, 'f')).toEqual({ VALUE: value })
})

test('comments, empty lines and a byte order mark in a settings file are ignored', () => {
  expect(parseSettings('\uFEFF# a\n\n  ; B=1\n\t\nPORT=3000', 'f')).toEqual({ PORT: '3000' })
})

test.each(['PORT', 'export PORT=secret', '=secret', 'A-B=secret', '1A=secret', ': secret'])(
  'the line %j of a settings file is refused, and the error hides the value',
  (line) => {
    expect(() => parseSettings(`HOST=a\n${line}`, '/etc/lectern.env')).toThrow(/^Line 2 of \/etc\/lectern\.env is not NAME=value\.$/)
  },
)

test('a settings file that sets a name twice is refused', () => {
  expect(() => parseSettings('PORT=1\n\nPORT=2', 'f')).toThrow('PORT is set twice in f, in lines 1 and 3.')
})

let folder = ''
beforeAll(async () => {
  folder = await makeTempFolder()
  await writeFile(join(folder, 'lectern.env'), VALUES.map(([, written], index) => `VALUE_${index}=${written}\n`).join(''))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const needed = { NODE_ENV: 'production', DATA_DIR: '/var/lib/lectern' }
const values = Object.fromEntries(VALUES.map(([, , value], index) => [`VALUE_${index}`, value]))

test('a service, a container and a command read the same values from a settings file', () => {
  for (const given of [{ CREDENTIALS_DIRECTORY: folder }, { LECTERN_ENV_FILE: join(folder, 'lectern.env') }]) {
    const environment: NodeJS.ProcessEnv = { ...given, ...needed, VALUE_0: 'set before' }
    loadSettingsFile(environment)
    expect(environment).toEqual({ ...given, ...needed, ...values, VALUE_0: 'set before' })
  }
  const show =
    'for (const [name, value] of Object.entries(process.env)) if (name.startsWith("VALUE_")) console.log(JSON.stringify([name, value]))'
  const env = { PATH: process.env.PATH, LECTERN_ENV_FILE: join(folder, 'lectern.env') }
  const output = execFileSync(LECTERN, [`DATA_DIR=${folder}`, 'exec', process.execPath, '--eval', show], { env, encoding: 'utf8' })
  expect(
    Object.fromEntries(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
  ).toEqual(values)
})

test('a settings file is refused if NODE_ENV or DATA_DIR is set neither there nor in the environment', () => {
  const given: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: folder, DATA_DIR: '/var/lib/lectern' }
  expect(() => loadSettingsFile(given)).toThrow(/^NODE_ENV must be set in .*lectern\.env\.$/)
})

test('a missing systemd credential is ignored, and an unreadable LECTERN_ENV_FILE is an error', () => {
  const environment = { CREDENTIALS_DIRECTORY: join(folder, 'none') }
  loadSettingsFile(environment)
  expect(Object.keys(environment)).toEqual(['CREDENTIALS_DIRECTORY'])
  expect(() => loadSettingsFile({ LECTERN_ENV_FILE: join(folder, 'none') })).toThrow(/can’t be read: ENOENT/)
})
