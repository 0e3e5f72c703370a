import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'

const PROGRAM = '/usr/sbin/nginx'

/** Installs Debian's nginx if it is missing. Returns the reason if that is not possible, else undefined. */
export function installNginx(): string | undefined {
  if (existsSync(PROGRAM)) return undefined
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'nginx is missing; install nginx-light'
  const { status, stderr } = spawnSync('apt-get', ['install', '-y', '-qq', 'nginx-light'], { encoding: 'utf8' })
  return status === 0 ? undefined : `nginx can't be installed: ${stderr.trim().split('\n').at(-1)}`
}

/** Runs nginx with one worker on a free port. `locations` is the content of its server block; `app` is the upstream named lectern. */
export async function startNginx({ app, locations }: { app: string; locations: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, app, locations))
  const child = spawn(PROGRAM, ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const worker = await workerOf(child.pid ?? 0)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: worker,
    stop: async () => {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, port: number, app: string, locations: string) {
  // nginx must run under the account that owns the media files.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; ${user}
    events { worker_connections 512; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream lectern { server ${new URL(app).host}; keepalive 64; }
      server { listen 127.0.0.1:${port}; ${locations} }
    }`
}

/** Returns the process id of the nginx worker, since the worker, not the master, handles requests. */
async function workerOf(master: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const [child] = (await readFile(`/proc/${master}/task/${master}/children`, 'utf8').catch(() => '')).trim().split(' ')
    if (child) return Number(child)
  }
  throw new Error('nginx could not be started')
}
