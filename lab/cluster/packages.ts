import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian packages of the programs and services that the cluster needs. */
const PACKAGES = ['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy']
const SERVICES: Record<string, string> = { postgresql: 'postgresql', patroni: 'patroni', 'etcd-server': 'etcd', haproxy: 'haproxy' }

/** Policy file that `invoke-rc.d` consults before a service starts; exit code 101 prevents the start. */
const POLICY = '/usr/sbin/policy-rc.d'
/** Time to wait for another package installation, in seconds */
const LOCK_SECONDS = 60
/** Configuration file of PostgreSQL's packages, which otherwise create a PostgreSQL cluster on installation. */
const NO_OWN_CLUSTER = '/etc/postgresql-common/createcluster.d/lectern.conf'

/** Returns the reason why the cluster can't run on this machine; undefined when it can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get'))
    return 'npm run cluster needs Debian: it runs PostgreSQL, Patroni, etcd and HAProxy from its packages.'
  if (process.getuid?.() !== 0) return 'npm run cluster must run as root: it installs packages, and PostgreSQL gets an account of its own.'
  return undefined
}

export async function listMissingPackages(): Promise<string[]> {
  const states = await Promise.all(PACKAGES.map(async (name) => ({ name, installed: await isInstalled(name) })))
  return states.filter(({ installed }) => !installed).map(({ name }) => name)
}

/** Installs packages without starting or enabling their services, and without PostgreSQL's default cluster. */
export async function installPackages(names: string[]): Promise<void> {
  const written: string[] = []
  try {
    if (await writeUnlessThere(POLICY, '#!/bin/sh\nexit 101\n')) written.push(POLICY)
    if (await writeUnlessThere(NO_OWN_CLUSTER, 'create_main_cluster = false\n')) written.push(NO_OWN_CLUSTER)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...names], {
      env,
      maxBuffer: 1e8,
    })
    for (const name of names) {
      const service = SERVICES[name]
      if (service && existsSync('/usr/bin/systemctl')) await run('systemctl', ['disable', service])
    }
  } finally {
    for (const path of written) await rm(path, { force: true })
  }
}

async function isInstalled(name: string): Promise<boolean> {
  const { stdout } = await run('dpkg', ['-s', name]).catch(() => ({ stdout: '' }))
  return stdout.includes('Status: install ok installed')
}

async function writeUnlessThere(path: string, content: string): Promise<boolean> {
  if (existsSync(path)) return false
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  await chmod(path, 0o755)
  return true
}
