import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { BUILD_TARGETS } from '#web/build/supported-browsers.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = join(import.meta.dirname, 'worker.ts')
const FILE = 'service-worker.json'
const MODULE = 'virtual:service-worker'
/**
 * Code that the offline library page loads on demand while offline, including all code that it loads in turn, except pdf.js: the views, and
 * the module that finds a downloaded file.
 */
const VIEWS = [
  'web/reading/viewer/shell/document-viewer.tsx',
  'web/listening/player/podcast-player.tsx',
  'web/lib/downloads/request-downloaded-file.ts',
  'web/reading/offline-library/all-highlights.tsx',
].map((path) => join(ROOT, path))
const PDF = /pdf-source|pdf\.worker/
/**
 * Files to download: images are downloaded with the pages that contain them, and fonts with the offline library page, except those that
 * readers choose.
 */
const NEEDED = /\.(m?js|css)$|\/(literata|atkinson|dyslexic)-[\w-]+\.woff2$/

type Built = { worker: string; views: string[]; pdf: string[] }

/**
 * Provides `virtual:service-worker` to the server build: the script of the service worker, and the URLs of the files that the offline
 * library needs. The client is built first, since the URLs are only known then.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'lectern:service-worker',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),

    async load(id) {
      if (id !== `\0${MODULE}`) return
      const client = resolve(ROOT, this.environment.config.build.outDir, '../client')
      const isBuild = this.environment.mode === 'build' && this.environment.name === 'ssr'
      const built: Built = isBuild ? JSON.parse(await readFile(join(client, FILE), 'utf8')) : { worker: '', views: [], pdf: [] }
      return Object.entries(built)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },

    async writeBundle({ dir }, bundle) {
      if (this.environment.name !== 'client' || !dir) return
      const files = filesOf(bundle)
      const worker = await buildWorker()
      const built: Built = { worker, views: files.filter((url) => !PDF.test(url)), pdf: files.filter((url) => PDF.test(url)) }
      await mkdir(dir, { recursive: true })
      await writeFile(join(dir, FILE), JSON.stringify(built))
    },
  }
}

/** Returns the URLs of the views, their imports, and all related styles. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const follow = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') return
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const each of [...chunk.imports, ...chunk.dynamicImports, ...importedCss, ...importedAssets]) follow(each)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.facadeModuleId && VIEWS.includes(chunk.facadeModuleId)) follow(chunk.fileName)
  return [...found].filter((name) => NEEDED.test(name)).map((name) => `/${name}`)
}

/** Builds a single script without imports, since browsers fetch a worker by one URL. */
async function buildWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    build: {
      write: false,
      target: BUILD_TARGETS,
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  })
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput
  return output[0].code
}
