import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { formatVersion, readCommit } from './product-version.ts'

test('the commit of the product version is read from a branch, from packed references and from a detached head', async () => {
  const folder = await makeTempFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@books.example', ...args], { cwd: folder, encoding: 'utf8' }).trim()
  expect(readCommit(undefined, folder)).toBeNull()
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'first')
  const commit = git('rev-parse', 'HEAD').slice(0, 8)
  expect(readCommit(undefined, folder)).toBe(commit)
  git('pack-refs', '--all')
  expect(readCommit(undefined, folder)).toBe(commit)
  git('checkout', '--quiet', '--detach')
  expect(readCommit(undefined, folder)).toBe(commit)
  await rm(folder, { recursive: true })
})

test('the commit of an image is read from a variable, and a value that is no commit is ignored', () => {
  expect(readCommit('1f2e3d4c5b6a79880011223344556677aabbccdd', '/nowhere')).toBe('1f2e3d4c')
  expect(readCommit('unknown', '/nowhere')).toBeNull()
  expect(formatVersion({ version: '1.2.3', commit: '1f2e3d4c' })).toBe('1.2.3 (1f2e3d4c)')
  expect(formatVersion({ version: '1.2.3', commit: null })).toBe('1.2.3')
})
