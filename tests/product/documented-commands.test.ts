import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#tests/support/run-app.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'

/* Runs the commands of docs/operations as root on a new Debian 12 with systemd: a container that shares the network of this machine.
   Placeholders in capital letters are replaced by values. Only certbot is simulated, since Let's Encrypt can't reach this machine. */
const DEBIAN = '/var/tmp/lectern-debian-12'
const PORTS = [80, 443, 3000, 3001, 5432]
/** Certificates read by Node 24 and npm, for machines that download packages through a proxy with a private certificate. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const APP = 'http://127.0.0.1:3000'
const ADMIN = { email: 'rudo@books.test', password: 'Zambezi-River-7' }
const VALUES = {
  VERSION: 'first',
  NEXT: 'next',
  REPOSITORY: '/root/lectern.git',
  HOST: 'books.test',
  PASSWORD: randomBytes(8).toString('hex'),
  'E --firstname F --lastname L': `${ADMIN.email} --firstname Rudo --lastname Moyo`,
}
/**
 * Commands that are not run here: those for a container engine or a cluster, and those for a development checkout, which
 * scripts/commands.test.ts runs.
 */
const ELSEWHERE = /^(docker|kubectl|cp deploy\/compose|npm run|[A-Z_]+=|# A comment)/
/** Replacement of certbot that serves the challenge as Let's Encrypt would request it, then creates a certificate. */
const CERTBOT = `#!/bin/sh -e
mkdir -p /var/www/acme/.well-known/acme-challenge /etc/letsencrypt/live/books.test
cd /etc/letsencrypt/live/books.test
echo proof > /var/www/acme/.well-known/acme-challenge/token
node -e "fetch('http://books.test/.well-known/acme-challenge/token').then((r) => r.text()).then((t) => process.exit(t === 'proof\\n' ? 0 : 1))"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=books.test -keyout privkey.pem -out fullchain.pem
`

const run = promisify(execFile)
const blocks = await readBlocks()
const obstacle = await findObstacle()
if (obstacle) console.log(`The commands of docs/operations are not run: ${obstacle}.`)

describe.skipIf(obstacle)('the documented commands on a new Debian 12 with systemd', { tags: ['full'], timeout: 600_000, retry: 0 }, () => {
  let machine: Awaited<ReturnType<typeof boot>> | undefined
  const ran = new Set<string>()

  beforeAll(async () => {
    await makeDebian()
    machine = await boot()
  }, 600_000)
  afterAll(async () => {
    await machine?.stop()
    await rm(DEBIAN, { recursive: true, force: true })
  }, 120_000)

  test('a release is installed with the documented commands, and served by nginx with a certificate', async () => {
    const [packages, units, commands] = take('Installing on a server', 3)
    await inDebian(packages)
    await writeFile(`${DEBIAN}/usr/local/bin/certbot`, CERTBOT)
    await chmod(`${DEBIAN}/usr/local/bin/certbot`, 0o755)
    await writeFile(`${DEBIAN}/etc/hosts`, '127.0.0.1 localhost books.test\n')
    expect(await inDebian(units)).toContain(`Created an admin account for Rudo Moyo <${ADMIN.email}>.`)
    expect(await version()).toBe(await commitOf('first'))
    expect(await inDebian(commands)).toContain('/var/lib/lectern')
    for (const block of take('Installing on a server', 3)) await inDebian(block)
    // The response is polled, because nginx's reload does not wait for the new workers.
    await expect.poll(requestHome).toMatchObject({ status: 200, security: expect.stringContaining('max-age') })
  })

  test('an update and a rollback with the documented commands keep the data', async () => {
    const added = await fetch(`${APP}/api/authors`, { method: 'POST', headers: await signIn(APP, ADMIN), body: await buildAuthorForm() })
    expect(added.status).toBe(201)
    const [update, rollback] = take('Updating and rolling back', 2)
    await inDebian(update)
    expect(await version()).toBe(await commitOf('next'))
    await inDebian(rollback)
    expect(await version()).toBe(await commitOf('first'))
    expect(await countAuthors()).toBe(1)
  })

  test("a backup is restored beside the running server, and then in place of the server's data", async () => {
    const [drill, replacement] = take('A restore drill', 2)
    expect(await inDebian(drill)).toContain('Wrote 0 books to /tmp/drill.csv')
    expect(await countAuthors()).toBe(1)
    await inDebian(replacement)
    expect(await countAuthors()).toBe(1)
  })

  test('the data moves to another PostgreSQL, on which two instances are restarted one after the other', async () => {
    const [move] = take('Moving to another PostgreSQL', 1)
    await inDebian(move)
    expect(await countAuthors()).toBe(1)
    const [two] = take('Two apps on one server', 1)
    await inDebian(two)
    for (const port of [3000, 3001]) expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
    expect(await inDebian('systemctl --failed --no-legend')).toBe('')
  })

  test('every documented command was run, or is meant for other machines', () => {
    const left = blocks.filter(({ text }) => !ran.has(text)).flatMap(({ text }) => text.split('\n'))
    expect(left.filter((line) => !/^( |$)/.test(line) && !ELSEWHERE.test(line))).toEqual([])
  })

  /** Returns the next blocks of commands of a chapter of docs/operations. */
  function take(chapter: string, count: number): string[] {
    const found = blocks.filter((block) => block.chapter === chapter && !ran.has(block.text)).slice(0, count)
    expect(found).toHaveLength(count)
    for (const { text } of found) ran.add(text)
    return found.map(({ text }) => text)
  }

  /** Runs commands as root in the container, and enters the password at their prompts. Returns their output. */
  async function inDebian(commands = ''): Promise<string> {
    const text = Object.entries(VALUES).reduce((all, [name, value]) => all.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value), commands)
    const env = [
      ...[
        'HOME=/root',
        'LANG=C.UTF-8',
        'DEBIAN_FRONTEND=noninteractive',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ],
      ...[`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, `npm_config_cafile=${CERTIFICATES}`],
    ]
    const child = run('nsenter', ['--target', machine?.init ?? '', '--all', 'env', '-i', ...env, 'sh', '-e', '-c', `cd /\n${text}`], {
      maxBuffer: 1e8,
    })
    child.child.stdin?.end(`${ADMIN.password}\n`)
    const { stdout } = await child.catch((error) => expect.fail(`${text}\n\n${error.stdout}\n${error.stderr}`))
    return stdout
  }

  async function version() {
    const health = (await (await fetch(`${APP}/api/health`)).json()) as { commit: string }
    return health.commit
  }

  async function countAuthors() {
    return ((await (await fetch(`${APP}/api/authors`)).json()) as unknown[]).length
  }
})

/** Returns the shell commands of docs/operations, each block with its chapter. */
async function readBlocks() {
  const pages = await Promise.all(globSync('docs/operations/*.md').map((page) => readFile(page, 'utf8')))
  return pages
    .flatMap((page) => page.split(/^#+ /m))
    .flatMap((part) =>
      [...part.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, text = '']) => ({ chapter: part.slice(0, part.indexOf('\n')), text })),
    )
}

async function findObstacle(): Promise<string | undefined> {
  if (!process.env.TEST_FULL) return 'they take minutes'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'that needs root on Debian'
  for (const port of PORTS) if (await isTaken(port)) return `port ${port} is in use`
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'debootstrap', 'systemd-container']
  await run('apt-get', install, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).catch(() => undefined)
  return existsSync('/usr/sbin/debootstrap') && existsSync('/usr/bin/systemd-nspawn') ? undefined : 'debootstrap could not be installed'
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

/** Creates the file system of the container, with a repository of two releases. */
async function makeDebian() {
  // An interrupted installation leaves the process file system mounted.
  await run('umount', ['--lazy', `${DEBIAN}/proc`]).catch(() => undefined)
  await rm(DEBIAN, { recursive: true, force: true })
  const included = '--include=systemd,systemd-sysv,dbus,ca-certificates'
  await run('debootstrap', ['--variant=minbase', included, 'bookworm', DEBIAN, 'http://deb.debian.org/debian'], { maxBuffer: 1e8 })
  await copyFile(CERTIFICATES, `${DEBIAN}${CERTIFICATES}`)
  const git = (...args: string[]) => run('git', ['-C', `${DEBIAN}/root/lectern.git`, ...args])
  await run('git', ['clone', '--quiet', '--bare', '.', `${DEBIAN}/root/lectern.git`])
  await git('branch', 'first', 'HEAD')
  const author = ['-c', 'user.name=Lectern', '-c', 'user.email=lectern@books.test']
  const { stdout } = await git(...author, 'commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Next')
  await git('branch', 'next', stdout.trim())
}

async function commitOf(branch: string) {
  const { stdout } = await run('git', ['-C', `${DEBIAN}/root/lectern.git`, 'rev-parse', branch])
  return stdout.slice(0, 8)
}

/** Starts systemd in the container. */
async function boot() {
  const options = ['--quiet', '--register=no', '--keep-unit', '--resolv-conf=copy-host', `--directory=${DEBIAN}`, '--boot']
  const container = spawn('systemd-nspawn', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(container, 'exit')
  await new Promise<void>((resolve) => {
    let printed = ''
    container.stdout.on('data', (chunk) => {
      printed += chunk
      if (printed.includes('multi-user.target')) resolve()
    })
  })
  const [init = ''] = (await readFile(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8')).split(' ')
  return {
    init,
    async stop() {
      process.kill(Number(init), 'SIGKILL')
      await ended
    },
  }
}

/** Requests the home page by HTTPS from nginx. */
async function requestHome() {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', servername: 'books.test', headers: { host: 'books.test' }, rejectUnauthorized: false }
    request(options, (response) => {
      response.resume()
      resolve({ status: response.statusCode, security: response.headers['strict-transport-security'] })
    })
      .once('error', reject)
      .end()
  })
}
