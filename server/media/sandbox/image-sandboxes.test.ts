// @module-tag full
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { InterruptedTaskError, InvalidFileError } from '#server/media/file-errors.ts'
import { readProcessUsage } from '#server/media/watch-process.ts'
import { createImageSandboxes } from './image-sandboxes.ts'
import type { SandboxTask } from './sandbox-message.ts'
import { startSandbox } from './sandbox-process.ts'

const LIMITS = { workMs: 30_000, residentBytes: 1536 * 1024 * 1024 }
const HOUR_MS = 3_600_000

let picture: Extract<SandboxTask, { kind: 'image' }>
let damaged: typeof picture
let large: typeof picture
beforeAll(async () => {
  const content = await buildPicture(600, 900)
  picture = { kind: 'image', content, type: 'image/jpeg', pixelLimit: 40_000_000, renditions: false }
  damaged = { ...picture, content: content.subarray(0, content.length / 2) }
  large = { ...picture, content: await buildPicture(3000, 4500), renditions: true }
})

function buildPicture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
}

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

const start = async (...permitted: Parameters<typeof startSandbox>) => {
  const child = await startSandbox(...permitted)
  started.push(child)
  return child
}
const create = (options: Parameters<typeof createImageSandboxes>[0] = {}) => createImageSandboxes({ start, idleMs: HOUR_MS, ...options })
const hasEnded = (child?: ChildProcess) => vi.waitFor(() => expect(child?.signalCode).toBe('SIGKILL'), { timeout: 60_000 })

test('one sandbox process opens several images, one after another', async () => {
  const { run } = create()
  for (const renditions of [true, false, true])
    expect(await run({ ...picture, renditions }, LIMITS)).toMatchObject({
      kind: 'image',
      width: 600,
      height: 900,
      renditions: { length: renditions ? 8 : 0 },
    })
  expect(started).toHaveLength(1)
  expect(started[0]?.connected).toBe(true)
})

test('two concurrent images use two processes, which are reused until `endIdle` kills one', async () => {
  const { run, endIdle } = create()
  await Promise.all([run(picture, LIMITS), run(picture, LIMITS)])
  await Promise.all([run(picture, LIMITS), run(picture, LIMITS)])
  expect(started).toHaveLength(2)
  endIdle({ except: 1 })
  await vi.waitFor(() => expect(started.filter((child) => child.signalCode === 'SIGKILL')).toHaveLength(1), { timeout: 60_000 })
})

test('a damaged image ends its sandbox process', async () => {
  const { run } = create()
  await run(picture, LIMITS)
  await expect(run(damaged, LIMITS)).rejects.toThrow(/damaged/)
  await hasEnded(started[0])
  await run(picture, LIMITS)
  expect(started).toHaveLength(2)
})

test('a sandbox process is replaced after a number of images', async () => {
  const { run } = create({ maxPictures: 2 })
  for (let count = 0; count < 3; count++) await run(picture, LIMITS)
  await hasEnded(started[0])
  expect(started).toHaveLength(2)
})

test('a sandbox process ends after an idle time', async () => {
  await create({ idleMs: 10 }).run(picture, LIMITS)
  await hasEnded(started[0])
})

test('a sandbox process ends after an image if it still uses much memory', async () => {
  const { run } = create()
  await run(picture, LIMITS)
  const { residentBytes = 0 } = (await readProcessUsage(started[0]?.pid)) ?? {}
  await run(picture, { ...LIMITS, residentBytes: residentBytes * 1.8 })
  await hasEnded(started[0])
})

test('a sandbox process that was killed while idle is replaced', async () => {
  const { run } = create()
  await run(picture, LIMITS)
  const exit = once(started[0] as ChildProcess, 'exit')
  started[0]?.kill('SIGKILL')
  await exit
  expect(await run(picture, LIMITS)).toMatchObject({ width: 600 })
  expect(started).toHaveLength(2)
})

test('a sandbox process that sends an unexpected message is killed', async () => {
  const { run } = create()
  const answer = await run(picture, LIMITS)
  started[0]?.emit('message', answer)
  await hasEnded(started[0])
})

test('an invalid response from the sandbox process is refused, and ends the process', async () => {
  const { run } = create()
  await run(picture, LIMITS)
  const pending = run(picture, LIMITS)
  started[0]?.emit('message', { kind: 'image', width: 600, height: 900, placeholder: '"><script>', renditions: [] })
  await expect(pending).rejects.toThrow(InvalidFileError)
  await hasEnded(started[0])
})

test('an image whose process crashes is retried in a new process if the crashed process was reused', async () => {
  const { run } = create()
  await run(picture, LIMITS)
  const pending = run(picture, LIMITS)
  started[0]?.kill('SIGKILL')
  expect(await pending).toMatchObject({ width: 600 })
  expect(started).toHaveLength(2)
})

test.each([
  ['SIGSEGV', InvalidFileError],
  ['SIGKILL', InterruptedTaskError],
] as const)('an image whose new sandbox process ends with %s rejects with the right error', async (by, error) => {
  const { run } = create({
    start: async (...permitted) => {
      const child = await start(...permitted)
      child.kill(by)
      return child
    },
  })
  await expect(run(picture, LIMITS)).rejects.toThrow(error)
  expect(started).toHaveLength(1)
})

test('the time limit applies to each image, regardless of earlier images', async () => {
  const { run } = create()
  await run(large, LIMITS)
  await run(large, LIMITS)
  const { cpuMs = LIMITS.workMs } = (await readProcessUsage(started[0]?.pid)) ?? {}
  // The limit applies to each image: processor time of earlier images doesn't count.
  await run(large, { ...LIMITS, workMs: cpuMs })
  expect(started).toHaveLength(1)
  await expect(run(large, { ...LIMITS, workMs: 20 })).rejects.toThrow(/too long/)
  await hasEnded(started[0])
})

test('an image that exceeds the memory limit is retried in a new process and rejected', async () => {
  const { run } = create()
  await run(picture, LIMITS)
  await expect(run(large, { ...LIMITS, residentBytes: 20e6 })).rejects.toThrow(/too much memory/)
  expect(started).toHaveLength(2)
  for (const child of started) await hasEnded(child)
})

test('an idle sandbox process does not prevent the server from exiting', () => {
  const script = `
    const { createImageSandboxes } = await import('./server/media/sandbox/image-sandboxes.ts')
    const sharp = (await import('sharp')).default
    const content = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#888' } }).png().toBuffer()
    const task = { kind: 'image', content, type: 'image/png', pixelLimit: 1e6, renditions: false }
    const { width } = await createImageSandboxes({ idleMs: ${HOUR_MS} }).run(task, ${JSON.stringify(LIMITS)})
    console.log(width)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 50_000 })
  expect(output.trim()).toBe('100')
})
