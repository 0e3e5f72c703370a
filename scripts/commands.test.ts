import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultContent } from '#site/default-content.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import packageFile from '../package.json' with { type: 'json' }
import { requireSettings } from './support/run-command.ts'

/** Commands that work on the data of a site. Commands for contributors and commands that use no data are excluded. */
const OPERATORS = Object.entries(packageFile.scripts).flatMap(([name, line]) => {
  const file = /^node (scripts\/[\w-]+\.ts)/.exec(line)?.[1]
  return file && !/^(test|typecheck|screenshots|lighthouse|check|settings|release|gateway|reflow)/.test(name) ? [{ name, file }] : []
})
const RESTORE = 'scripts/restore.ts'

let folder: string
beforeEach(async () => {
  folder = await makeTempFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs a command with only the given settings; returns its output and exit code. */
async function run(file: string, args: string[] = [], env: Record<string, string> = {}) {
  const settings = { PATH: process.env.PATH, HOME: folder, LOG_LEVEL: 'silent', ...env }
  return promisify(execFile)('node', [file, ...args], { env: settings }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  )
}

test('every operator command prints its database and folder, and only restore accepts an empty folder', () => {
  expect(OPERATORS.map(({ name }) => name)).toEqual(expect.arrayContaining(['backup', 'restore', 'admin:create', 'db:migrate', 'import']))
  for (const { file } of OPERATORS) {
    const code = readFileSync(file, 'utf8')
    expect(code, file).toContain('await runCommand(')
    if (file === RESTORE) continue
    expect(code, file).not.toContain('isNew')
    if (code.includes('openDatabase(')) expect(code, file).toMatch(/embedded: '(start|join)'/)
  }
})

test('commands for contributors install the packages first', () => {
  const scripts: Record<string, string> = packageFile.scripts
  const needsNoInstallation = (line: string) => line.includes('scripts/prepare.mjs') || line.startsWith('npm run ')
  const operators = new Set(OPERATORS.map(({ name }) => name))
  const unprepared = Object.entries(scripts).filter(
    ([name, line]) => !operators.has(name) && !needsNoInstallation(line) && !scripts[`pre${name}`]?.includes('scripts/prepare.mjs'),
  )
  expect(unprepared.map(([name]) => name)).toEqual(['settings:check'])
})

const NEW_ADMIN = ['--email', 'rudo@books.example', '--firstname', 'Rudo', '--lastname', 'Gumbo', '--password', 'rains of March']

describe('commands without a database', () => {
  test('a command refuses a missing or empty data folder and creates nothing', async () => {
    const missing = join(folder, 'data')
    const refused = await run('scripts/create-admin.ts', NEW_ADMIN, { DATA_DIR: missing })
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Database: the embedded PostgreSQL of .*\nThe folder .* does not exist\. /),
    })
    expect(existsSync(missing)).toBe(false)
    const empty = await run('scripts/backup.ts', ['--output', join(folder, 'a.tar')], { DATA_DIR: folder })
    expect(empty).toMatchObject({ code: 1, output: expect.stringContaining(`No database found in ${folder}`) })
    expect(await readdir(folder)).toEqual([])
    const file = join(folder, 'file')
    await writeFile(file, '')
    const misled = await run('scripts/backup.ts', ['--output', join(folder, 'a.tar')], { DATA_DIR: file })
    expect(misled).toMatchObject({ code: 1, output: expect.stringMatching(/^Database: .*\n.* is not a folder\. .*\n$/) })
    await rm(file)
  })

  test('a command started without the settings of the service refuses to use the defaults', async () => {
    await writeFile(join(folder, 'lectern.env'), 'DATA_DIR=/var/lib/lectern\n')
    const guess = (environment: NodeJS.ProcessEnv) => () => requireSettings(environment, join(folder, 'lectern.env'))
    expect(guess({})).toThrow(/without the settings of .*lectern\.env.* run the command with `lectern`/)
    expect(guess({ DATA_DIR: folder })).not.toThrow()
  })
})

describe('the email about a failed systemd unit', () => {
  const UNIT = 'lectern-backup.service'
  let server: SmtpServer
  beforeEach(async () => {
    server = await openSmtpServer()
  })
  afterEach(() => server.close())
  const mailFailure = (settings: Record<string, string>) =>
    run('scripts/mail-failure.ts', [UNIT], { DATA_DIR: folder, SMTP_URL: `smtp://127.0.0.1:${server.port}`, ...settings })

  test('the email about a failed systemd unit is sent in the name of the site to its published address', async () => {
    const { database, close } = await openTestServices()
    try {
      const contact = { ...defaultContent.contact, email: 'rudo@mwenje.example' }
      const brand = { ...defaultContent.brand, name: 'Mwenje' }
      const sql = `insert into site_sections values ('contact', 1, 'published', $1, null, now()), ('brand', 1, 'published', $2, null, now())`
      await database.pool.query(sql, [JSON.stringify(contact), JSON.stringify(brand)])
      expect(await mailFailure({ DATABASE_URL: database.url, MAIL_FROM: 'post@mwenje.example' })).toMatchObject({ code: 0 })
      expect(server.mails).toMatchObject([{ to: [contact.email], content: expect.stringContaining('From: Mwenje <post@mwenje.example>') }])
    } finally {
      await close()
    }
  })

  test('the email about a failed systemd unit is sent to the address of MAIL_FROM when the database is unavailable', async () => {
    const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/lectern', MAIL_FROM: 'Ops <ops@mwenje.example>' }
    expect(await mailFailure(settings)).toMatchObject({ code: 0 })
    expect(server.mails).toMatchObject([{ to: ['ops@mwenje.example'], content: expect.stringContaining(UNIT) }])
  })
})

test('the schedule of jobs, workers and startup tasks is printed', { tags: ['full'] }, async () => {
  const dataDir = await makeDataFolder()
  const { code, output } = await run('scripts/jobs.ts', [], { DATA_DIR: dataDir })
  expect(code, output).toBe(0)
  expect(output).toMatch(/^job +order-purge +7 \* \* \* \*$/m)
  expect(output).toMatch(/^worker +payment-reconcile +every 3 s$/m)
  expect(output).toMatch(/^startup +check open payments +once after each start$/m)
  await rm(dataDir, { recursive: true, force: true })
})

test('a command whose terminal is closed stops the database that it started', { tags: ['full'] }, async () => {
  const dataDir = await makeDataFolder()
  const pidFile = join(dataDir, 'postgres/18/postmaster.pid')
  // Each line printed to a closed terminal is an error, as on /dev/full. The command has its own session, since a terminal sends SIGHUP to
  // every process of the command.
  const terminal = existsSync('/dev/full') ? openSync('/dev/full', 'w') : 'ignore'
  const command = spawn('node', ['scripts/migrate.ts'], {
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: dataDir },
    stdio: ['ignore', terminal, terminal],
  })
  const exited = once(command, 'exit')
  await expect.poll(() => existsSync(pidFile), { interval: 5 }).toBe(true)
  process.kill(-(command.pid ?? 0), 'SIGHUP')
  const [, signal] = await exited
  expect([signal, existsSync(pidFile)]).toEqual([null, false])
  await rm(dataDir, { recursive: true, force: true })
})

describe('a backup', { tags: ['full'] }, () => {
  let dataDir: string
  let app: RunningApp | undefined
  const backup = () => run('scripts/backup.ts', ['--output', join(folder, 'backup.tar')], { DATA_DIR: dataDir })
  const postmaster = () => readFileSync(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0] as string
  beforeEach(async () => {
    dataDir = await makeDataFolder()
  })
  afterEach(async () => {
    await app?.stop()
    app = undefined
    await rm(dataDir, { recursive: true, force: true })
  })

  test('a backup of a site whose database is not running is refused, and starts no database', async () => {
    expect(await backup()).toMatchObject({ code: 1, output: expect.stringMatching(/is not running. Start the app first/) })
    expect(existsSync(join(dataDir, 'postgres/18/postmaster.pid'))).toBe(false)
  })

  test('a backup of an unused database fails and leaves no archive', async () => {
    app = await runApp(dataDir)
    expect(await backup()).toMatchObject({ code: 1, output: expect.stringContaining('There is nothing to back up') })
    expect(await readdir(folder)).toEqual([])
  })

  test('a backup does not control the database of a running server: the database continues to run after the backup, and stops with the server even during a backup', async () => {
    app = await runApp(dataDir, { DEMO: 'on' })
    await expect.poll(() => fetch(`${app?.url}/api/books`).then((response) => response.json()), { timeout: 60_000 }).not.toEqual([])
    const pid = postmaster()
    expect(await backup()).toMatchObject({ code: 0, output: expect.stringContaining(`Database: the embedded PostgreSQL of ${dataDir}`) })
    expect(postmaster()).toBe(pid)
    const during = run('scripts/backup.ts', ['--output', join(folder, 'second.tar')], { DATA_DIR: dataDir })
    await app.printed('Lectern is ready')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await app.stop()
    expect(existsSync(join(dataDir, 'postgres/18/postmaster.pid'))).toBe(false)
    await during
  })
})
