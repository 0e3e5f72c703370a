// Prepares start, dev, tests and benchmarks on any Node of the machine (18 or newer), so it is plain JavaScript without dependencies.
// Installs the packages when the lockfile changed; in the archive of a release, which is built already, the production packages only.
// --build builds the pages and the sandbox process when their sources changed, --rebuild in any case; a running server continues to serve
// its own build. --previous FOLDER names the release whose files open pages may still request.
// --browser installs Chromium for the browser tests if needed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { makeBuild } from './support/build-folder.mjs'

const root = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..')
const options = process.argv.slice(2)
/** Whether this is the unpacked archive of a release, whose pages and sandbox process are built. */
const isRelease = existsSync(join(root, 'RELEASE'))
const PROGRESS_MS = 10_000
// Installed packages, which include Node 24, take precedence over the machine's programs.
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` }

await stale('node_modules/.lectern-installed', ['package.json', 'package-lock.json'], false, async () => {
  const isFirst = !existsSync(join(root, 'node_modules'))
  console.log(`Installing packages …${isFirst ? ` They take about ${isRelease ? '650 MB' : '1 GB'}, and some minutes.` : ''}`)
  // `npm ci` is not used, since it refuses a lockfile that lacks binaries for other systems. With --no-save the lockfile still determines
  // the versions. Development packages include the tools that build the pages, which NODE_ENV=production would omit.
  const command = ['npm', 'install', '--no-save', isRelease ? '--omit=dev' : '--include=dev', '--no-fund', '--no-audit']
  await install(command)
  // npm omits optional packages, such as the bundler's binary, that don't support the Node it runs on. The second run has Node 24.
  if (Number.parseInt(process.versions.node, 10) < 24) await install(command)
})
if (!isRelease && (options.includes('--build') || options.includes('--rebuild'))) {
  const sources = ['web', 'contracts', 'site', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
  const again = options.includes('--rebuild')
  await stale('build/current/.lectern-built', sources, again, () => {
    console.log('Building the pages …')
    const previous = options.includes('--previous') ? { previous: resolve(options[options.indexOf('--previous') + 1] ?? '', 'build') } : {}
    const make = (target) => {
      // NODE_ENV is overridden, because with any other value the built pages would have inline scripts that browsers refuse.
      Object.assign(env, { LECTERN_BUILD: target, NODE_ENV: 'production' })
      return succeeds(['react-router', 'build']) && succeeds(['node', 'scripts/compress-build.ts'])
    }
    if (!makeBuild(join(root, 'build'), make, previous)) fail('The pages could not be built; the previous build stays in use.')
  })
  const sandbox = ['server/media', 'server/pdf-reflow', 'contracts', 'scripts/build-sandbox.ts', 'package-lock.json']
  await stale('build/sandbox/.lectern-built', sandbox, again, () => run(['node', 'scripts/build-sandbox.ts']))
}
if (options.includes('--browser')) findBrowser()

/** Runs the work when the sources changed since the last run, or when `again` is set. */
async function stale(stamp, sources, again, work) {
  const file = join(root, stamp)
  const digest = digestOf(sources)
  if (!again && existsSync(file) && readFileSync(file, 'utf8') === digest) return
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, digest)
}

function digestOf(sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Finds or installs Chromium for the browser tests. Chromium's headless shell makes the tests a third faster. The shell is installed if no
 * password is required, or if there is no browser at all. Packages come from Debian.
 */
function findBrowser() {
  const exists = (path) => path && existsSync(path)
  if ([process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'].some(exists)) return
  const hasBrowser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some(exists)
  const isRoot = process.getuid?.() === 0
  const hasPackages = exists('/usr/bin/apt-get')
  if (hasBrowser && !(isRoot && hasPackages)) return
  if (!hasPackages) fail('Browser tests need Chromium: install it and set CHROMIUM_PATH to its program.')
  console.log('Installing Chromium for the browser tests …')
  const apt = [...(isRoot ? [] : ['sudo']), 'apt-get', '-qq']
  const install = [...apt, 'install', '-y', '--no-install-recommends', 'fonts-liberation']
  const isThere = succeeds([...apt, 'update']) && succeeds([...install, 'chromium-headless-shell'])
  if (!isThere && !hasBrowser) run([...install, 'chromium'])
}

/** Installs packages, and prints the number of installed ones every few seconds. */
async function install([program, ...args]) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  // Only required packages are counted, because optional packages are mostly binaries for other systems.
  const expected = Object.keys(packages).filter((path) => path && !packages[path].optional && !(isRelease && packages[path].dev))
  const began = Date.now()
  const timer = setInterval(() => {
    const installed = expected.filter((path) => existsSync(join(root, path, 'package.json'))).length
    console.log(`Installing packages … ${installed} of ${expected.length} after ${Math.round((Date.now() - began) / 1000)} s`)
  }, PROGRESS_MS)
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit').catch((error) => [error.message])
  clearInterval(timer)
  if (code !== 0) fail(`${program} ${args.join(' ')} failed${typeof code === 'string' ? `: ${code}` : ''}`)
}

function run(command) {
  if (!succeeds(command)) fail(`${command.join(' ')} failed`)
}

function succeeds([program, ...args]) {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) console.error(error.message)
  return status === 0
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
