import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { pdfjs } from '#web/reading/viewer/paged/pdf/vite-plugin-pdfjs.ts'
import { fallbackUnits } from './web/build/fallback-units.ts'
import { BUILD_TARGETS } from './web/build/supported-browsers.ts'
import { chunks } from './web/build/vite-chunks.ts'
import { loadFiles } from './web/build/vite-plugin-load-files.ts'
import { publicRoutes } from './web/build/vite-plugin-public-routes.ts'
import { unusedRouterParts } from './web/build/vite-plugin-unused-router-parts.ts'
import { serviceWorker } from './web/service-worker/vite-plugin-service-worker.ts'
import { lightIcons } from './web/ui/vite-plugin-light-icons.ts'

export default defineConfig(({ command }) => ({
  plugins: [loadFiles(), tailwindcss(), reactRouter(), pdfjs(), lightIcons(), unusedRouterParts(), publicRoutes(), serviceWorker()],
  // Vite logs only warnings during a build: the first start runs a build, and a list of a hundred files would hide the address and the
  // password printed afterwards.
  ...(command === 'build' && { logLevel: 'warn' as const }),
  // Vite reads the target browsers for style sheets only from the option `cssTarget`.
  // Pictures are not inlined: a small one would be in every page that names it, also for browsers that choose another format or size.
  build: { cssTarget: BUILD_TARGETS, assetsInlineLimit: (path) => (/\.(avif|webp)$/.test(path) ? false : undefined) },
  worker: { format: 'es' },
  css: { postcss: { plugins: [fallbackUnits] } },
  environments: {
    client: {
      // The warning limit is higher for the pdf.js chunk, which is large but loaded only when a book opens.
      build: {
        target: BUILD_TARGETS,
        chunkSizeWarningLimit: 800,
        rolldownOptions: { output: { codeSplitting: chunks } },
      },
    },
    ssr: {
      build: { target: 'node24', rollupOptions: { input: './web/handler.ts' } },
      // The server build bundles the production build of React, independent of NODE_ENV at run time.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
    },
  },
}))
