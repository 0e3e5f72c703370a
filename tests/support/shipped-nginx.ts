import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeploy } from '#scripts/deploy/read-files.ts'

const WITH_SBIN = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Runs a program of the system, also one for administrators. */
export function runSystemProgram(program: string, args: string[]) {
  return spawnSync(program, args, { encoding: 'utf8', env: WITH_SBIN })
}

/**
 * Writes an nginx configuration with the shipped files, and returns its path. nginx looks for files in `folder`.
 * @param options.ports ports in place of 80 and 443
 * @param options.apps ports of the apps; by default a port on which nothing listens
 */
export function writeNginx(
  folder: string,
  paths: string[],
  { ports = {}, apps = [1] }: { ports?: Record<number, number>; apps?: number[] } = {},
): string {
  const { key, certificate } = makeCertificate(folder)
  const [, minor = 0, patch = 0] = (/nginx\/1\.(\d+)\.(\d+)/.exec(runSystemProgram('nginx', ['-v']).stderr) ?? []).map(Number)
  const isOld = minor < 25 || (minor === 25 && patch < 1)
  const servers = paths.map((path) => {
    const text = readDeploy(path)
      .replaceAll(/\/etc\/letsencrypt\/\S+fullchain.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/\S+privkey.pem/g, key)
      .replaceAll(/\/(var\/log\/nginx|dev)\/(?=[\w-]+(\.log|out|err))/g, `${folder}/`)
      .replaceAll('/var/www/acme', `${folder}/acme`)
      .replace(/^( *server )127\.0\.0\.1:3000(.*)$/m, (_line, before, after) =>
        apps.map((port) => `${before}127.0.0.1:${port}${after}`).join('\n'),
      )
      .replaceAll(/(?<=listen (\[::\]:)?)(80|443)(?=[ ;])/g, (port) => String(ports[Number(port)] ?? port))
    // Older versions of nginx need `http2` in the `listen` lines, as the comment in the configuration says.
    return isOld ? text.replace('http2 on;', '').replaceAll(/(?<=listen .*)ssl;/g, 'ssl http2;') : text
  })
  writeFileSync(join(folder, 'lectern-proxy.conf'), readDeploy('nginx/lectern-proxy.conf'))
  // nginx workers run as root, because other accounts could not read the test's folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const own = `${user} pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}`
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, `${own} http { ${servers.join('\n')} }`)
  return path
}

/** Starts nginx with a configuration. Returns a function that stops it. */
export function startNginx(folder: string, configuration: string) {
  const server = spawn('nginx', ['-p', folder, '-c', configuration, '-g', 'daemon off;'], { env: WITH_SBIN, stdio: 'ignore' })
  return async () => {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
  }
}

/** Creates a certificate of books.example that no authority signed. */
export function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=books.example']
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}
