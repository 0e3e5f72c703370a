import { createReadStream, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const FOLDERS = ['wasm', 'cmaps', 'standard_fonts', 'iccs']
// Files of the sandbox for document scripts, which the viewer never runs.
const EXCLUDED = /\/quickjs/
const TYPES: Record<string, string> = { '.wasm': 'application/wasm', '.js': 'text/javascript' }

/**
 * Serves the decoders, character maps and fonts of pdf.js under `/pdfjs/{version}/…`, in development and in the client build, and aliases
 * pdf.js to its legacy build for older phones.
 */
export function pdfjs(): Plugin {
  const root = dirname(require.resolve('pdfjs-dist/package.json'))
  const { version } = require('pdfjs-dist/package.json') as { version: string }
  const prefix = `/pdfjs/${version}/`
  const paths = FOLDERS.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)).filter(
    (path) => !EXCLUDED.test(path),
  )

  return {
    name: 'lectern:pdfjs',

    config: () => ({
      resolve: {
        alias: [
          { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' },
          // `pdf_viewer.mjs` contains Mozilla's entire viewer, of which react-pdf needs two small classes.
          { find: /^pdfjs-dist\/web\/pdf_viewer\.mjs$/, replacement: fileURLToPath(new URL('./pdf-viewer-stub.ts', import.meta.url)) },
        ],
      },
      optimizeDeps: { include: ['react-pdf', 'react-pdf/dist/DocumentContext.js', 'react-pdf/dist/LinkService.js'] },
    }),

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent(request.url?.split('?')[0] ?? '').replace(prefix, '')
        if (!paths.includes(path)) return next()
        const file = join(root, path)
        response.writeHead(200, {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'content-length': statSync(file).size,
        })
        createReadStream(file).pipe(response)
      })
    },

    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const path of paths)
        this.emitFile({ type: 'asset', fileName: `${prefix.slice(1)}${path}`, source: await readFile(join(root, path)) })
    },
  }
}
