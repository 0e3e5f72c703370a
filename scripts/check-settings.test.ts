import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const checkSettings = (settings: Record<string, string>) => run('scripts/check-settings.ts', settings)

async function run(program: string, settings: Record<string, string>, cwd = process.cwd()) {
  const running = promisify(execFile)('node', [program], { cwd, env: { PATH: process.env.PATH, ...settings } })
  const { code, stdout, stderr } = await running.then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code, output: stdout + stderr }
}

test('a mistyped setting is named with the setting that was meant, and does not fail the check', async () => {
  expect(await checkSettings({ STMP_URL: 'smtps://user:secret@mail.example' })).toEqual({
    code: 0,
    output: 'The settings are valid.\nSTMP_URL is not a setting, and is ignored: did you mean SMTP_URL?\n',
  })
})

test('an invalid setting fails the check with the exit code of a start', async () => {
  expect(await checkSettings({ PORT: 'x' })).toEqual({ code: 78, output: expect.stringContaining('PORT: must be a whole number') })
})

describe('files in site/ of another version', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeTempFolder()
    const parts = [
      'package.json',
      'contracts',
      'server',
      'scripts',
      'site/policies',
      'site/art/program-colors.ts',
      ...globSync('site/*.ts'),
    ]
    for (const part of parts) await cp(part, join(folder, part), { recursive: true })
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const change = async (from: string, to: string) =>
    writeFile(join(folder, 'site/site.ts'), (await readFile('site/site.ts', 'utf8')).replace(from, to))
  const start = (program: string) => run(program, { DATA_DIR: join(folder, 'data'), PORT: '0' }, folder)

  test.each([
    ['a field that this version needs is missing', "    email: 'hello@lectern.example',\n", '', 'contact.email: '],
    ['a field has a value that is no longer valid', "'+263 77 555 0142'", "'ask at the door'", 'contact.phone: Enter a phone number'],
    ['a section is missing', / {2}preview: \{[^}]*\},\n/.exec(readFileSync('site/site.ts', 'utf8'))?.[0] ?? '', '', 'preview: '],
    ['a setting has moved', '  podcast: {', '  addressLogDays: 14,\n  podcast: {', 'addressLogDays: is now the setting ADDRESS_LOG_DAYS'],
    ['a file is missing', "'./programs.ts'", "'./courses.ts'", 'courses.ts'],
    ['a name is missing', '{ programs }', '{ courses }', "does not provide an export named 'courses'"],
    ['a file is cut off', 'programs,\n})', 'programs', 'site.ts'],
  ])('end the check and the start with the exit code of an invalid setting: %s', async (_case, from, to, message) => {
    await change(from, to)
    for (const program of ['scripts/check-settings.ts', 'server/main.ts']) {
      const { code, output } = await start(program)
      expect([program, code, output]).toEqual([program, 78, expect.stringContaining(message)])
      expect(output).toContain('The files in site/ are not those of this version.')
      expect(output).not.toMatch(/^ {4}at /m)
    }
  })
})
