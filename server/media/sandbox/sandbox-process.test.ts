import { execFileSync, fork, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchProcess } from '#server/media/watch-process.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { runTask, sandboxPermissions, startSandbox } from './sandbox-process.ts'

let dataDir: string
let path: string
beforeAll(async () => {
  dataDir = await makeTempFolder()
  path = join(dataDir, 'tmp/book.pdf')
  await mkdir(join(dataDir, 'tmp'))
  for (const file of [path, join(dataDir, 'tmp/other.pdf'), join(dataDir, 'signing.key')]) await writeFile(file, 'content')
  await writeFile(join(dataDir, 'idle.mjs'), `process.on('message', () => undefined)`)
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Runs code with the permissions of a sandbox process, as malicious code could. */
function attempt(code: string, writable?: string) {
  const task = writable ? { kind: 'preview' as const, path, target: join(writable, 'preview.pdf') } : { kind: 'pdf' as const, path }
  return attemptWith(sandboxPermissions(task, writable), code)
}
function attemptWith(permissions: string[], code: string) {
  const script = `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`
  const flags = [...permissions, '--disable-warning=SecurityWarning']
  return execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' }).trim()
}
const read = (file: string) => `require('fs').readFileSync(${JSON.stringify(file)})`
const write = (file: string) => `require('fs').writeFileSync(${JSON.stringify(file)}, '')`

test('the sandbox process can read the file of its task, but no other file of the data folder or the machine', () => {
  expect(attempt(read(path))).toBe('done')
  for (const file of [join(dataDir, 'signing.key'), join(dataDir, 'tmp/other.pdf'), '/etc/passwd', '/proc/self/environ'])
    expect(attempt(read(file)), file).toBe('ERR_ACCESS_DENIED')
})

test('the sandbox process for images can access no file and start no process, since it receives and returns bytes', () => {
  const permissions = sandboxPermissions({ kind: 'image' })
  for (const file of [path, join(dataDir, 'signing.key'), '/etc/passwd'])
    expect(attemptWith(permissions, read(file)), file).toBe('ERR_ACCESS_DENIED')
  expect(attemptWith(permissions, write(join(dataDir, 'tmp/picture.webp')))).toBe('ERR_ACCESS_DENIED')
  expect(attemptWith(permissions, `require('child_process').execFileSync('true')`)).toBe('ERR_ACCESS_DENIED')
})

test('only sandbox processes that create images may load native code, which permissions do not restrict', () => {
  const allows = (permissions: string[]) => permissions.includes('--allow-addons')
  for (const kind of ['image', 'page-pictures', 'pdf-epub', 'share-picture'] as const)
    expect(allows(sandboxPermissions({ kind })), kind).toBe(true)
  for (const kind of ['pdf', 'preview', 'audio'] as const) expect(allows(sandboxPermissions({ kind, path })), kind).toBe(false)
})

test('the sandbox process can write only to the preview’s folder, and can’t start a process', () => {
  expect(attempt(write(path))).toBe('ERR_ACCESS_DENIED')
  expect(attempt(`${write(join(dataDir, 'tmp/preview.pdf'))}; ${read(join(dataDir, 'tmp/preview.pdf'))}`, join(dataDir, 'tmp'))).toBe(
    'done',
  )
  expect(attempt(write(join(dataDir, 'signing.key')), join(dataDir, 'tmp'))).toBe('ERR_ACCESS_DENIED')
  expect(attempt(`require('child_process').execFileSync('true')`)).toBe('ERR_ACCESS_DENIED')
})

test.runIf(process.platform === 'linux')(
  'only a process that uses too much processor time exceeds its limit; a process that waits is interrupted',
  async () => {
    const watch = async (command: string, [...options]: string[]) => {
      const child = spawn(command, options, { stdio: 'ignore' })
      const limits = { workMs: 100, residentBytes: 1e9, wallTimeFactor: command === 'sleep' ? 2 : 600, leastWallMs: 0 }
      const error = await watchProcess(child, limits, new AbortController().signal).catch((error: unknown) => error)
      child.kill('SIGKILL')
      return error
    }
    expect(await watch(process.execPath, ['-e', 'for (;;);'])).toMatchObject({ name: 'InvalidFileError', isLimit: true })
    expect(await watch('sleep', ['60'])).toMatchObject({ name: 'ProblemError', status: 503 })
  },
)

test.each([
  ['SIGSEGV', false, 'InvalidFileError'],
  ['SIGABRT', false, 'InvalidFileError'],
  ['SIGKILL', false, 'ProblemError'],
  ['SIGTERM', false, 'ProblemError'],
  ['SIGSEGV', true, 'ProblemError'],
] as const)('after %s in a process whose reuse is %s, the error is %s', async (by, isReused, name) => {
  const child = fork(join(dataDir, 'idle.mjs'), { stdio: 'ignore' })
  const limits = { workMs: 60_000, residentBytes: 1e9, isReused }
  const outcome = runTask(child, { kind: 'pdf', path }, limits).catch((error: unknown) => error)
  child.kill(by)
  const error = await outcome
  expect(error).toMatchObject({ name })
  // The log says why Linux kills a process.
  if (by === 'SIGKILL')
    expect(String((error as Error).cause)).toContain('ended with SIGKILL, most likely because the machine is out of memory')
})

test.each([
  [
    { kind: 'failed', code: 'ENOSPC', message: 'full' },
    { name: 'Error', code: 'ENOSPC' },
  ],
  [
    { kind: 'failed', code: 'EIO', message: 'read error' },
    { name: 'ProblemError', status: 503 },
  ],
  [
    { kind: 'failed', code: 'MODULE_NOT_FOUND', message: 'no module' },
    { name: 'ProblemError', status: 503 },
  ],
  [{ kind: 'refused', reason: 'It has no pages.', wrongKind: false }, { name: 'InvalidFileError' }],
])('the message %o of a sandbox process is a fault of the file only if it is a refusal', async (message, error) => {
  const child = fork(join(dataDir, 'idle.mjs'), { stdio: 'ignore' })
  const outcome = runTask(child, { kind: 'pdf', path }, { workMs: 60_000, residentBytes: 1e9 }).catch((error: unknown) => error)
  child.emit('message', message)
  expect(await outcome).toMatchObject(error)
  child.kill('SIGKILL')
})

test.runIf(process.platform === 'linux')('when memory runs out, a sandbox process is killed before the server', async () => {
  const child = await startSandbox({ kind: 'pdf', path })
  const scoreOf = async (pid: number | undefined) => Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'))
  await expect.poll(() => scoreOf(child.pid)).toBe(1000)
  expect(await scoreOf(process.pid)).toBeLessThan(1000)
  child.kill('SIGKILL')
})
