import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { parseContainerfile } from './containerfile.ts'

type Settings = Record<string, string>

const ROOT = join(import.meta.dirname, '../..')
const DEPLOY = join(ROOT, 'deploy')

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }
type Kubernetes = {
  settings: { data: Settings }
  deployment: {
    spec: {
      strategy: { rollingUpdate: { maxSurge: number } }
      template: {
        metadata: { annotations: Settings }
        spec: { terminationGracePeriodSeconds: number; containers: { ports: { name: string; containerPort: number }[] }[] }
      }
    }
  }
}
type Compose = {
  services: Record<
    string,
    {
      environment?: Settings
      stop_grace_period?: string
      networks?: { default: { ipv4_address: string } }
      volumes?: string[]
      logging?: object
    }
  >
}

export function readDeploy(path: string): string {
  return readFileSync(join(DEPLOY, path), 'utf8')
}

/** Reads the documents of a YAML file, with anchors and merge keys resolved. */
export function readYaml(path: string): unknown[] {
  return parseAllDocuments(readDeploy(path), { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS()
  })
}

export function listManifests(): { file: string; manifest: Manifest }[] {
  return globSync('kubernetes/*.yaml', { cwd: DEPLOY }).flatMap((file) =>
    readYaml(file).map((manifest) => ({ file, manifest: manifest as Manifest })),
  )
}

export function readKubernetes(): Kubernetes {
  const [settings] = readYaml('kubernetes/settings.yaml')
  const [deployment] = readYaml('kubernetes/deployment.yaml')
  return { settings, deployment } as Kubernetes
}

export function readCompose(): Compose {
  return readYaml('compose/compose.yaml')[0] as Compose
}

/** Reads `NAME=value` lines, skipping comments. */
export function readAssignments(path: string): Settings {
  const lines = readDeploy(path).matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** Reads all values of a key of a systemd unit; some keys may occur more than once. */
export function readUnit(path: string, key: string): string[] {
  return [...readDeploy(path).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

export function readContainerfile() {
  return parseContainerfile(readDeploy('container/Containerfile'))
}

/** Lists the names in the settings tables of docs/configuration.md. */
export function listSettings(): Set<string> {
  const rows = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8').match(/^\| `[A-Z].*?\|/gm) ?? []
  return new Set(rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []))
}
