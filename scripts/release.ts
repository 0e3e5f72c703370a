import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { makeArchive } from './support/make-archive.ts'
import { releaseChangelog, releasePackage } from './support/release-files.ts'

/**
 * Creates a release of the checked-out commit: sets the version, dates the changelog, commits and tags, builds, and packs the archive.
 * `npm run release -- 0.2.0`
 */
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const [version = ''] = parseArgs({ allowPositionals: true }).positionals

try {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run release -- 0.2.0')
  if (git('status', '--porcelain')) throw new Error('There are uncommitted changes.')
  const edits = [
    edit('CHANGELOG.md', (text) => releaseChangelog(text, version, new Date().toISOString().slice(0, 10))),
    ...['package.json', 'package-lock.json'].map((path) => edit(path, (text) => releasePackage(text, packageFile.version, version))),
    edit('deploy/kubernetes/kustomization.yaml', (text) => text.replace(/newTag: ".*"/, `newTag: "${version}"`)),
  ]
  for (const { path, text } of edits) writeFileSync(path, text)
  git('commit', '--all', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Lectern ${version}`)
  execFileSync('node', ['scripts/prepare.mjs', '--rebuild'], { stdio: 'inherit' })
  const archive = makeArchive({ version, commit: git('rev-parse', 'HEAD'), folder: 'releases' })
  console.log(`Tagged v${version}, and packed ${archive}. Publish the tag with: git push --follow-tags`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function edit(path: string, change: (text: string) => string) {
  return { path, text: change(readFileSync(path, 'utf8')) }
}
