import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmtpServer } from '#tests/support/smtp-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import packageFile from '../package.json' with { type: 'json' }

const checkSettings = (settings: Record<string, string>) => run('scripts/check-settings.ts', settings)

async function run(program: string, settings: Record<string, string>, cwd = process.cwd(), args: string[] = []) {
  const running = promisify(execFile)('node', [program, ...args], { cwd, env: { PATH: process.env.PATH, ...settings } })
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

  const NEW_ADMIN = ['--email', 'rudo@books.example', '--firstname', 'Rudo', '--lastname', 'Gumbo', '--password', 'rains of March']
  /** Arguments of the commands that use the product's services; other commands work with any files in `site/`. */
  const ARGUMENTS: Record<string, string[]> = {
    'admin:create': NEW_ADMIN,
    'admin:password': [...NEW_ADMIN.slice(0, 2), ...NEW_ADMIN.slice(-2)],
    'admin:reset-totp': NEW_ADMIN.slice(0, 2),
    'demo:load': ['load'],
    'demo:remove': ['remove'],
    export: ['books'],
    import: ['package.json'],
    jobs: [],
    renditions: ['--all'],
  }

  test('are named by every command that needs them, without a stack', async () => {
    await change("'./programs.ts'", "'./courses.ts'")
    await mkdir(join(folder, 'data'), { recursive: true })
    const commands = Object.entries(packageFile.scripts).flatMap(([name, line]) => {
      const file = /^node (scripts\/[\w-]+\.ts)/.exec(line)?.[1] ?? ''
      return file && readFileSync(file, 'utf8').includes('withServices(') ? [{ name, file }] : []
    })
    expect(commands.map(({ name }) => name).toSorted()).toEqual([...Object.keys(ARGUMENTS), 'mail:failure'].toSorted())
    for (const { name, file } of commands.filter(({ name }) => name in ARGUMENTS)) {
      const { code, output } = await run(file, { DATA_DIR: join(folder, 'data') }, folder, ARGUMENTS[name])
      expect([name, code, output]).toEqual([name, 1, expect.stringContaining('The files in site/ are not those of this version.')])
      expect(output).toContain('courses.ts')
      expect(output).not.toMatch(/^ {4}at /m)
    }
  })

  test('do not prevent the mail about a failed unit', async () => {
    await change("'./programs.ts'", "'./courses.ts'")
    await mkdir(join(folder, 'data'), { recursive: true })
    const settings = { DATA_DIR: join(folder, 'data'), MAIL_FROM: 'shop@lectern.example' }
    const server = await openSmtpServer()
    const sent = await run('scripts/mail-failure.ts', { ...settings, SMTP_URL: `smtp://127.0.0.1:${server.port}` }, folder, [
      'lectern-backup',
    ])
    expect(sent).toMatchObject({ code: 0, output: expect.stringContaining('Sent an email to shop@lectern.example') })
    await server.close()
    const refused = await run('scripts/mail-failure.ts', { ...settings, SMTP_URL: `smtp://127.0.0.1:${server.port}` }, folder, [
      'lectern-backup',
    ])
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/\nThe mail server .* can’t be reached .*\n$/) })
  })

  test('do not prevent commands that need no site, such as a backup', async () => {
    await change("'./programs.ts'", "'./courses.ts'")
    await mkdir(join(folder, 'data'), { recursive: true })
    for (const [file, args] of [
      ['scripts/backup.ts', ['--output', join(folder, 'a.tar')]],
      ['scripts/migrate.ts', []],
    ] as const) {
      const { output } = await run(file, { DATA_DIR: join(folder, 'data') }, folder, [...args])
      expect(output).toContain(`No database found in ${join(folder, 'data')}`)
      expect(output).not.toMatch(/site\/|^ {4}at /m)
    }
  })
})
