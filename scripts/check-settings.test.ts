import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

async function checkSettings(settings: Record<string, string>) {
  const running = promisify(execFile)('node', ['scripts/check-settings.ts'], { env: { PATH: process.env.PATH, ...settings } })
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
