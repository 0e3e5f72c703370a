// @module-tag full
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { makeArchive } from '#scripts/support/make-archive.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { ask, runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import packageFile from '../../package.json' with { type: 'json' }

const MODULES = join(import.meta.dirname, '../../node_modules')

/** Adds the installed packages that are not development packages to a release, by hard links, as `npm install --omit=dev` would. */
function linkProductionPackages(release: string) {
  const { packages } = JSON.parse(readFileSync(join(release, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: true }> }
  const names = Object.entries(packages).flatMap(([path, { dev }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    return name && !dev && existsSync(join(MODULES, name)) ? [name] : []
  })
  expect(names.length).toBeGreaterThan(200)
  expect(names).not.toContain('vite')
  for (const name of names) {
    const target = join(release, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    try {
      execFileSync('cp', ['--archive', '--link', join(MODULES, name), target], { stdio: 'pipe' })
    } catch {
      // Links between file systems are not possible.
      execFileSync('cp', ['--archive', join(MODULES, name), target])
    }
  }
}

test('the archive of a release runs with production packages alone, and reads books', { timeout: 600_000 }, async () => {
  const [folder, dataDir] = [await makeTempFolder(), await makeDataFolder()]
  onTestFinished(() => {
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
  })
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  const archive = makeArchive({ version: packageFile.version, commit, folder })
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  const release = join(folder, `lectern-${packageFile.version}`)
  for (const name of ['web', 'tests', 'lab', 'tools', '.git']) expect(existsSync(join(release, name)), name).toBe(false)

  linkProductionPackages(release)

  const app = await runApp(dataDir, { DEMO: 'on' }, { cwd: release })
  try {
    expect(await (await ask(`${app.url}/api/health`)).json()).toMatchObject({ version: packageFile.version, commit: commit.slice(0, 8) })
    const page = await (await ask(app.url)).text()
    const [script = ''] = page.match(/\/assets\/[\w.-]+\.js/) ?? []
    expect((await ask(app.url + script)).status).toBe(200)
    // A listed book proves that its cover and its PDF were read, in the sandbox process.
    await expect
      .poll(async () => ((await (await ask(`${app.url}/api/books`)).json()) as Book[]).length, { timeout: 240_000 })
      .toBeGreaterThan(0)
  } finally {
    expect(await app.stop()).toBe(0)
  }
})
