import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { makeCertificate, runSystemProgram, startNginx, writeNginx } from '#tests/support/shipped-nginx.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { readDeploy } from './read-files.ts'

let folder = ''
beforeAll(async () => {
  folder = await makeTempFolder()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns everything that a program prints when it rejects its configuration, because each program reports errors differently. */
function check(program: string, args: string[]) {
  const { status, stdout, stderr } = runSystemProgram(program, args)
  return status === 0 ? '' : `${stdout}${stderr}`
}

function need(program: string, context: TestContext) {
  if (runSystemProgram('sh', ['-c', `command -v ${program}`]).status !== 0) context.skip(`${program} is not installed`)
}

/** nginx configurations: without a certificate, with a certificate, and in a container. */
const NGINX = [['nginx/lectern.conf'], ['nginx/lectern.conf', 'nginx/lectern.tls.conf'], ['compose/nginx.conf']]

test('nginx loads the file that defines the log formats before the files that use the formats', () => {
  for (const paths of NGINX) expect(paths).toEqual(paths.toSorted())
})

test.for(NGINX)('nginx accepts %s %s', (paths, context) => {
  need('nginx', context)
  expect(check('nginx', ['-t', '-q', '-p', folder, '-c', writeNginx(folder, paths)])).toBe('')
})

test('nginx serves the site under its configured name only, and answers ACME challenges for the certificate', async (context) => {
  need('nginx', context)
  need('curl', context)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const acme = join(folder, 'acme/.well-known/acme-challenge')
  mkdirSync(acme, { recursive: true })
  writeFileSync(join(acme, 'token'), 'proof')
  const path = writeNginx(folder, ['nginx/lectern.conf', 'nginx/lectern.tls.conf'], { ports: { 80: port, 443: tlsPort } })
  const stop = startNginx(folder, path)
  try {
    const ask = (url: string) =>
      runSystemProgram('curl', ['--silent', '--insecure', '--include', '--noproxy', '*', '--connect-to', `::127.0.0.1:`, url])
    const get = (host: string, path = '/') => ask(`http://${host}:${port}${path}`).stdout
    await expect.poll(() => get('books.example')).toContain('308')
    expect(get('books.example', '/a?b=1')).toMatch(/^location: https:\/\/books\.example\/a\?b=1\r$/im)
    expect(get('books.example', '/.well-known/acme-challenge/token')).toMatch(/200 OK[\s\S]*proof$/)
    for (const host of ['evil.example', '127.0.0.1', 'www.books.example']) {
      expect(get(host, '/.well-known/acme-challenge/token'), host).toMatch(/^HTTP\/1\.1 421 /)
      expect(get(host), host).not.toMatch(/^location:/im)
      expect(ask(`https://${host}:${tlsPort}/`).stdout, host).toBe('')
    }
    expect(ask(`https://books.example:${tlsPort}/`).stdout).toMatch(/^HTTP\/2 503 [\s\S]*retry-after: 5\r[\s\S]*One moment/)
    expect(readFileSync(join(folder, 'lectern.log'), 'utf8')).not.toContain('127.0.0.1')
  } finally {
    await stop()
  }
})

test('HAProxy accepts its configuration without warnings', (context) => {
  need('haproxy', context)
  need('openssl', context)
  const { key, certificate } = makeCertificate(folder)
  const pair = join(folder, 'pair.pem')
  writeFileSync(pair, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  writeFileSync(join(folder, 'haproxy.cfg'), readDeploy('haproxy/haproxy.cfg').replace(/crt \S+/, `crt ${pair}`))
  expect(check('haproxy', ['-c', '-q', '-dW', '-f', join(folder, 'haproxy.cfg')])).toBe('')
})

test('systemd accepts the shipped units', (context) => {
  need('systemd-analyze', context)
  // Folder in place of `/`, with the programs that the units start
  const root = join(folder, 'root')
  for (const part of ['srv/lectern/node_modules/.bin', 'usr/bin', 'units']) mkdirSync(join(root, part), { recursive: true })
  for (const program of ['srv/lectern/node_modules/.bin/node', 'usr/bin/find']) symlinkSync('/bin/true', join(root, program))
  const units = ['lectern.service', 'lectern-backup.service', 'lectern-backup.timer', 'lectern-failure@.service', 'lectern@.service'].map(
    (name) => {
      const unit = readDeploy(`systemd/${name}`).replaceAll(/(?<=^Exec\w+=)(?=\/)/gm, root)
      writeFileSync(join(root, 'units', name), unit)
      return join(root, 'units', name)
    },
  )
  expect(check('systemd-analyze', ['verify', '--man=no', ...units])).toBe('')
})
