import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { runApp } from '#tests/support/run-app.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { copyContext } from './deploy/build-context.ts'
import { buildStage, enter, makeReadOnly, type Root } from './deploy/chroot.ts'
import { parseCommand, type Stage, textOf } from './deploy/containerfile.ts'
import { readContainerfile } from './deploy/read-files.ts'

/**
 * Executes the Containerfile without a container engine, in a chroot on a copy-on-write view of this machine: builds both stages, starts
 * the image's command as its user on a read-only file system, with a PostgreSQL server and a bucket, and runs its health check. Linux and
 * root only.
 */
const OWN_MOUNTS = '--own-mounts'
const ROOT = join(import.meta.dirname, '..')

if (process.argv.includes(OWN_MOUNTS)) await check()
else {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('This check needs Linux and root.')
  // Mounts in the new namespace end with the process.
  const { status } = spawnSync('unshare', ['--mount', process.execPath, import.meta.filename, OWN_MOUNTS], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

async function check() {
  const place = mkdtempSync(join(tmpdir(), 'containerfile-'))
  try {
    const places: Record<string, string> = { '': join(place, 'context') }
    copyContext(ROOT, join(place, 'context'))
    let image: { root: Root; stage: Stage } | undefined
    for (const [index, stage] of readContainerfile().entries()) {
      console.log(`FROM ${stage.base}`)
      const root = buildStage(stage, join(place, String(index)), places)
      if (stage.name) places[stage.name] = root.path
      image = { root, stage }
    }
    if (!image) throw new Error('The Containerfile has no stage')
    await tryImage(image.root, image.stage)
  } finally {
    spawnSync('umount', ['--recursive', '--lazy', ...['0', '1'].map((stage) => join(place, stage, 'root'))], { stdio: 'ignore' })
    rmSync(place, { recursive: true, force: true })
  }
}

async function tryImage(root: Root, stage: Stage) {
  const size = spawnSync('du', ['-sh', join(root.path, root.folder)], { encoding: 'utf8' }).stdout.split('\t')[0]
  makeReadOnly(root, textOf(stage, 'VOLUME'))
  const data = mkdtempSync(join(tmpdir(), 'containerfile-data-'))
  const [database, s3, port] = [await startEmbeddedPostgres(data), await startS3Server(), await freePort()]
  try {
    const settings = {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SIGNING_KEYS: '0123456789abcdef'.repeat(2),
      // The demonstration's books prove that the image contains all files needed to read and process uploads.
      DEMO: 'on',
      SHUTDOWN_GRACE_S: '0',
      DATABASE_URL: database.url,
      ...(await s3.makeBucketSettings()),
    }
    const inside: Root = { ...root, variables: { ...root.variables, ...settings } }
    const app = await runApp('', {}, {}, ['chroot', ...enter(inside, parseCommand(textOf(stage, 'CMD')))])
    try {
      await look(inside, stage, `http://127.0.0.1:${port}/`).finally(app.stop)
      if (app.process.exitCode !== 0) throw new Error(`The app exited with ${app.process.exitCode}`)
    } catch (error) {
      console.error(app.output.join('\n'))
      throw error
    }
    console.log(`The Containerfile is valid: healthy as ${root.user} on a read-only file system; ${root.folder} has ${size}.`)
  } finally {
    await s3.stop()
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function look(root: Root, stage: Stage, url: string) {
  const health = parseCommand(textOf(stage, 'HEALTHCHECK').replace(/^.*?CMD /, ''))
  await until('The health check succeeds', async () => succeeds(root, health))
  await until('The home page is available', async () => (await fetch(url)).ok)
  await until('A book is published', async () => ((await (await fetch(`${url}api/books`)).json()) as unknown[]).length > 0)
  if (!succeeds(root, ['touch', join(textOf(stage, 'VOLUME'), 'written')])) throw new Error('The volume is not writable')
  if (succeeds(root, ['touch', join(root.folder, 'written')])) throw new Error('The file system is writable')
}

async function until(what: string, isSo: () => Promise<boolean>) {
  for (let left = 180; !(await isSo()); left--) {
    if (left === 0) throw new Error(`Check timed out: ${what}`)
    await delay(1000)
  }
  console.log(what)
}

function succeeds(root: Root, command: string[]) {
  return spawnSync('chroot', enter(root, command), { stdio: 'ignore' }).status === 0
}
