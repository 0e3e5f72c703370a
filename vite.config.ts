import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { siteSettings } from './site/vite-plugin-site.ts'
import { pdfjs } from './web/features/viewer/vite-plugin-pdfjs.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pdfjs(), siteSettings()],
  environments: {
    client: {
      // Older phones are a large part of the audience.
      build: { target: ['chrome100', 'safari15.4', 'firefox100'] },
    },
    ssr: {
      build: { target: 'node24', rollupOptions: { input: './web/handler.ts' } },
      // The built server half carries React's production build with it, whatever NODE_ENV the app runs under.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
    },
  },
}))
