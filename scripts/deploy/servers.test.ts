import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { readDeploy } from './read-files.ts'

let folder = ''
beforeAll(async () => {
  folder = await makeTempFolder()
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, args: string[]) {
  return spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } })
}

/** Returns everything that a program prints when it rejects its configuration, since each reports errors differently. */
function check(program: string, args: string[]) {
  const { status, stdout, stderr } = run(program, args)
  return status === 0 ? '' : `${stdout}${stderr}`
}

function need(program: string, context: TestContext) {
  if (run('sh', ['-c', `command -v ${program}`]).status !== 0) context.skip(`${program} is not installed`)
}

test.for(['nginx/lectern.conf', 'compose/nginx.conf'])('nginx accepts %s', (path, context) => {
  need('nginx', context)
  need('openssl', context)
  const { key, certificate } = makeCertificate()
  const server = readDeploy(path)
    .replaceAll(/\/etc\/letsencrypt\/\S+fullchain.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\/\S+privkey.pem/g, key)
    .replaceAll(/\/(var\/log\/nginx|dev)\/(?=[\w-]+(\.log|out|err))/g, `${folder}/`)
  writeFileSync(join(folder, 'lectern-proxy.conf'), readDeploy('nginx/lectern-proxy.conf'))
  const whole = `pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {} http { ${server} }`
  writeFileSync(join(folder, 'nginx.conf'), whole)
  expect(check('nginx', ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')])).toBe('')
})

test('HAProxy accepts its configuration without warnings', (context) => {
  need('haproxy', context)
  need('openssl', context)
  const { key, certificate } = makeCertificate()
  const pair = join(folder, 'pair.pem')
  writeFileSync(pair, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  writeFileSync(join(folder, 'haproxy.cfg'), readDeploy('haproxy/haproxy.cfg').replace(/crt \S+/, `crt ${pair}`))
  expect(check('haproxy', ['-c', '-q', '-dW', '-f', join(folder, 'haproxy.cfg')])).toBe('')
})

test('systemd accepts the units', (context) => {
  need('systemd-analyze', context)
  // Path of the app in the units
  const root = join(folder, 'root')
  for (const part of ['srv/lectern/node_modules/.bin', 'usr/bin', 'units']) mkdirSync(join(root, part), { recursive: true })
  for (const program of ['srv/lectern/node_modules/.bin/node', 'usr/bin/find']) symlinkSync('/bin/true', join(root, program))
  const units = ['lectern.service', 'lectern-backup.service', 'lectern-backup.timer'].map((name) => {
    const unit = readDeploy(`systemd/${name}`).replaceAll(/(?<=^Exec\w+=)(?=\/)/gm, root)
    writeFileSync(join(root, 'units', name), unit)
    return join(root, 'units', name)
  })
  expect(check('systemd-analyze', ['verify', '--man=no', ...units])).toBe('')
})

function makeCertificate() {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=books.example',
  ]
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}
