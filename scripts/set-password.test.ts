// @module-tag full
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Runs the command that sets a password; returns its output and exit code. */
async function setPassword(...args: string[]) {
  const { dataDir } = app.services.config
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: app.services.database.url }
  const run = promisify(execFile)(process.execPath, ['scripts/set-password.ts', ...args], { env })
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}
const signIn = async (password: string) => (await app.send('POST', '/api/login', { email: app.admin.email, password }, {})).statusCode

test('setting a password while the server runs ends every session of the account', async () => {
  expect(await setPassword('--email', 'ADA@lectern.example', '--password', 'rains of March')).toEqual({
    code: 0,
    output: 'Ada Admin can now sign in with the new password. Every session of the account has ended.\n',
  })
  expect((await app.get('/api/admins', app.bearer)).statusCode).toBe(401)
  expect([await signIn(app.admin.password), await signIn('rains of March')]).toEqual([401, 200])
})

test('setting a password for an unknown account, or a common password, is refused with a message and no stack', async () => {
  expect(await setPassword('--email', 'nobody@lectern.example', '--password', 'rains of March')).toEqual({
    code: 1,
    output: expect.stringMatching(/^Database: .*\nNo admin account has the email address nobody@lectern\.example\.\n$/),
  })
  expect(await setPassword('--email', app.admin.email, '--password', 'iloveyou')).toMatchObject({
    code: 1,
    output: expect.stringContaining('easy to guess'),
  })
  expect(await setPassword('--password', 'rains of March')).toEqual({
    code: 1,
    output: expect.stringContaining('\nMissing option: --email E\n'),
  })
})
