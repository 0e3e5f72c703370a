import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Stage } from './containerfile.ts'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** File system of an executed build stage, with the working folder, environment variables and user of the stage's command. */
export type Root = { path: string; folder: string; variables: Record<string, string>; user: string }

/**
 * Executes a stage on a copy-on-write view of this machine's file system, with the Node of this process: the closest substitute for the
 * base image where images can't be pulled. Needs root and a private mount namespace.
 * @param places paths of the build context, under '', and of earlier stages by name
 */
export function buildStage(stage: Stage, place: string, places: Record<string, string>): Root {
  const root: Root = { path: openOverlay(place), folder: '/', variables: { PATH }, user: '0:0' }
  imitateNodeImage(root.path)
  for (const { keyword, flags, text } of stage.instructions) {
    console.log(`${keyword} ${text}`)
    if (keyword === 'WORKDIR') {
      root.folder = text
      mkdirSync(join(root.path, text), { recursive: true })
    }
    if (keyword === 'ENV') root.variables[text.split('=')[0] ?? ''] = text.slice(text.indexOf('=') + 1)
    if (keyword === 'COPY') copy(text.split(/\s+/), places[flags.from ?? ''] ?? '', root)
    if (keyword === 'RUN') run('chroot', enter(root, ['/bin/sh', '-c', text]))
    if (keyword === 'USER') root.user = text
  }
  return root
}

/** Returns the arguments of `chroot` that run a command as the stage's user. */
export function enter({ path, folder, variables, user }: Root, command: string[]): string[] {
  const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return [`--userspec=${user}`, path, 'env', '-i', '-C', folder, ...pairs, ...command]
}

/** Makes the file system read-only except for the volume and `/tmp`, like `docker run --read-only --tmpfs /tmp`. */
export function makeReadOnly({ path, user }: Root, volume: string): void {
  run('mount', ['-t', 'tmpfs', 'tmpfs', join(path, 'tmp')])
  run('mount', ['-t', 'tmpfs', '-o', 'mode=700', 'tmpfs', join(path, volume)])
  const [uid, gid] = user.split(':').map(Number)
  chownSync(join(path, volume), uid ?? 0, gid ?? 0)
  run('mount', ['-o', 'remount,ro', path])
}

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} exited with ${status}`)
}

function openOverlay(place: string) {
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(place, name)) as [string, string, string]
  for (const folder of [upper, work, root]) mkdirSync(folder, { recursive: true })
  run('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, root])
  for (const folder of ['dev', 'proc']) run('mount', ['--rbind', `/${folder}`, join(root, folder)])
  return root
}

/** Imitates the base image, which has Node in /usr/local and the account `node` as the first account with id 1000. */
function imitateNodeImage(root: string) {
  run('mount', ['-t', 'tmpfs', 'tmpfs', join(root, 'tmp')])
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const [accounts, groups] = [join(root, 'etc/passwd'), join(root, 'etc/group')]
  writeFileSync(accounts, `node:x:1000:1000::/home/node:/bin/sh\n${readFileSync(accounts, 'utf8')}`)
  writeFileSync(groups, `node:x:1000:\n${readFileSync(groups, 'utf8')}`)
}

function copy(paths: string[], from: string, root: Root) {
  const target = paths.at(-1) ?? ''
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path)
    if (!existsSync(source)) throw new Error(`${path}, which is to be copied, does not exist`)
    const isFolder = statSync(source).isDirectory()
    const into = join(root.path, root.folder, target, !isFolder && target.endsWith('/') ? basename(path) : '')
    cpSync(source, into, { recursive: true, verbatimSymlinks: true })
  }
}
