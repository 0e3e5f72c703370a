// This module is plain JavaScript without dependencies, since prepare.mjs imports it and runs on any Node version.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Link to the build that the next start serves. A server resolves the link once, when it starts. */
const CURRENT = 'current'
/** List of the files that a build created itself, without those linked from the previous build. */
const OWN_FILES = 'own-files.json'
/** Folders of files whose names change with their content. */
const NAMED_BY_CONTENT = ['assets', 'pdfjs']
/** Number of former builds that remain, for servers that were not restarted since. */
const FORMER_BUILDS = 2
const BUILD = /^pages-\d+$/
/** Age in ms at which an unfinished build counts as abandoned by an interrupted process. */
const ABANDONED_MS = 3_600_000

/**
 * Creates a build in a new folder, and updates the link once the build is complete. The build includes the files of the previous build, so
 * that pages opened earlier can still load their files.
 * @param folder folder of all builds
 * @param make called with the new folder; returns whether the build is complete
 * @param previous folder of an earlier release’s builds, if different
 * @returns whether the build is complete; otherwise nothing has changed
 */
export function makeBuild(folder, make, { previous = folder, now = Date.now() } = {}) {
  const target = join(folder, `pages-${now}`)
  mkdirSync(target, { recursive: true })
  if (!make(target)) {
    rmSync(target, { recursive: true, force: true })
    return false
  }
  writeFileSync(join(target, OWN_FILES), JSON.stringify(listOwnFiles(join(target, 'client'))))
  addFormerFiles(previous, join(target, 'client'))
  const hadBuild = existsSync(join(folder, CURRENT))
  const link = join(folder, `${CURRENT}-${now}`)
  symlinkSync(`pages-${now}`, link)
  renameSync(link, join(folder, CURRENT))
  removeFormer(folder, { now, hadBuild })
  return true
}

function listOwnFiles(client) {
  return NAMED_BY_CONTENT.flatMap((name) => filesBelow(client, name))
}

function filesBelow(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  return readdirSync(full, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, join(path, entry.name)) : [join(path, entry.name)]))
    .sort()
}

function addFormerFiles(folder, client) {
  // Earlier versions of Lectern built directly into the folder, without a link.
  const former = [join(folder, CURRENT), folder].find((each) => existsSync(join(each, 'client')))
  if (!former) return
  const list = join(former, OWN_FILES)
  const files = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : listOwnFiles(join(former, 'client'))
  for (const file of files) {
    const [from, to] = [join(former, 'client', file), join(client, file)]
    if (existsSync(to) || !existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    try {
      linkSync(from, to)
    } catch {
      // Files are copied if hard links fail, as across file systems.
      copyFileSync(from, to)
    }
  }
}

function removeFormer(folder, { now, hadBuild }) {
  const others = readdirSync(folder).filter((name) => BUILD.test(name) && name !== `pages-${now}`)
  const timeOf = (name) => Number(name.slice(6))
  const isComplete = (name) => existsSync(join(folder, name, OWN_FILES))
  const gone = [
    ...others
      .filter(isComplete)
      .sort((one, other) => timeOf(other) - timeOf(one))
      .slice(FORMER_BUILDS),
    ...others.filter((name) => !isComplete(name) && now - timeOf(name) > ABANDONED_MS),
  ]
  // The build in the layout of earlier versions is removed only later, because a server of an earlier version may still serve it.
  if (hadBuild) gone.push('client', 'server', '.lectern-built')
  for (const name of gone) rmSync(join(folder, name), { recursive: true, force: true })
}
