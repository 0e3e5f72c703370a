import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Files of the repository that run or describe the product. Tests, tools and the sources of the pages are left out. */
const FILES = [
  ...['bin', 'contracts', 'demo', 'deploy', 'docs', 'scripts', 'server', 'site'],
  ...['.npmrc', 'package.json', 'package-lock.json', 'ARCHITECTURE.md', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'],
]

/**
 * Creates the archive of a release, `lectern-VERSION.tar.gz`: the files of a commit that run the product, and its built pages and sandbox
 * process. The file `RELEASE` names the commit; with it, `npm start` installs production packages only. The same commit and build make the
 * same bytes.
 * @param folder folder of the archive, which is created if needed
 * @returns the path of the archive
 */
export function makeArchive({ version, commit, folder }: { version: string; commit: string; folder: string }): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 30 })
  const name = `lectern-${version}`
  const work = mkdtempSync(join(tmpdir(), 'lectern-archive-'))
  try {
    const target = join(work, name)
    mkdirSync(join(target, 'build'), { recursive: true })
    execFileSync('tar', ['--extract', '--directory', target], { input: git('archive', commit, ...FILES) })
    const pages = realpathSync(join(ROOT, 'build/current'))
    cpSync(pages, join(target, 'build', basename(pages)), { recursive: true })
    symlinkSync(basename(pages), join(target, 'build/current'))
    cpSync(join(ROOT, 'build/sandbox'), join(target, 'build/sandbox'), { recursive: true })
    writeFileSync(join(target, 'RELEASE'), `${commit}\n`)
    mkdirSync(folder, { recursive: true })
    const archive = join(folder, `${name}.tar.gz`)
    const date = git('show', '--no-patch', '--format=%cI', commit).toString().trim()
    const reproducible = ['--sort=name', `--mtime=${date}`, '--owner=0', '--group=0', '--numeric-owner']
    execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', work, ...reproducible, name])
    return archive
  } finally {
    rmSync(work, { recursive: true })
  }
}
