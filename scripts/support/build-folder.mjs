// Plain JavaScript without dependencies, as prepare.mjs, which runs on any Node.
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

/** The link to the build that the next start serves. A running app has followed it once, and goes on with the folder that it found. */
const CURRENT = 'current'
/** A build’s own files that pages name, without those that it has of the build before. */
const OWN_FILES = 'own-files.json'
/** Folders of files whose names change with their content. */
const NAMED_BY_CONTENT = ['assets', 'pdfjs']
/** Builds that stay beside the current one, for apps that were not restarted since. */
const FORMER_BUILDS = 2
const BUILD = /^pages-\d+$/

/**
 * Makes a build in a new folder, and lets the link lead there when it is complete. The files of the build before stay with it, so that pages
 * which were opened earlier still find theirs.
 * @param folder holds all builds
 * @param make called with the new folder; returns whether the build is complete
 * @param previous the folder of an earlier release’s builds, if not this one
 * @returns whether it is; otherwise nothing has changed
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
  // Earlier versions built into the folder itself.
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
      // On another file system
      copyFileSync(from, to)
    }
  }
}

function removeFormer(folder, { now, hadBuild }) {
  const former = readdirSync(folder).filter((name) => BUILD.test(name) && name !== `pages-${now}`)
  const gone = former.sort((one, other) => Number(other.slice(6)) - Number(one.slice(6))).slice(FORMER_BUILDS)
  // An app of an earlier version may still serve its build.
  if (hadBuild) gone.push('client', 'server', '.lectern-built')
  for (const name of gone) rmSync(join(folder, name), { recursive: true, force: true })
}
